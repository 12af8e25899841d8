export const m = {
  copy: 'Copy',
  copyNamed: (p: { label: string }) => `Copy: ${p.label}`,
  copied: 'Copied',
  notCopied: 'The browser did not copy it. Select the text and copy it yourself.',
} as const;
