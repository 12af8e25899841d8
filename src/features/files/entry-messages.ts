export const m = {
  sendFiles: 'Send Files',
  collectFiles: 'Collect Files',
} as const;
