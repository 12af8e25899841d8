/** The words of file exchange's buttons. */
export const m = {
  sendFiles: 'Send Files',
  collectFiles: 'Collect Files',
} as const;
