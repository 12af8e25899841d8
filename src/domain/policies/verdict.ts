/** Result of a list of rules for one item. The editor shows it, and the device applies it. */
export type Verdict = {
  isBlocked: boolean;
  /** The line that decided, as it was written. Undefined if no line matches. */
  line: string | undefined;
};

/** `BlackList`: items that match a line are blocked. `WhiteList`: items that match none are blocked. */
export const ACCESS_MODES = ['BlackList', 'WhiteList'] as const;
export type AccessMode = (typeof ACCESS_MODES)[number];

export const verdictOf = (accessMode: AccessMode, line: string | undefined): Verdict => ({
  isBlocked: (accessMode === 'BlackList') === (line !== undefined),
  line,
});
