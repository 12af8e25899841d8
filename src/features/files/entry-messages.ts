/** The words of the file exchange buttons. */
export const m = {
  sendFiles: 'Send Files',
  collectFiles: 'Collect Files',
} as const;
