/** What a list of rules says of one thing. The editor shows it, and the device acts by it. */
export type Verdict = {
  isBlocked: boolean;
  /** The line of the list that decided, as it was written; undefined where none fits. */
  line: string | undefined;
};

/** `BlackList`: what fits a line is blocked. `WhiteList`: what fits none is. */
export const ACCESS_MODES = ['BlackList', 'WhiteList'] as const;
export type AccessMode = (typeof ACCESS_MODES)[number];

export const verdictOf = (accessMode: AccessMode, line: string | undefined): Verdict => ({
  isBlocked: (accessMode === 'BlackList') === (line !== undefined),
  line,
});
