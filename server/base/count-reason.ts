/** How often each reason was the cause, such as of a refusal. */
export type ByReason = Record<string, number>;

export const countReason = (reasons: ByReason, reason: string): void => {
  reasons[reason] = (reasons[reason] ?? 0) + 1;
};
