/** The words of disabling and enabling an applied policy. */
export const m = {
  close: 'Close',
  thisGroup: 'Applied to this group',
  user: (p: { name: string }) => `Applied to the user ${p.name}`,
  device: (p: { name: string }) => `Applied to the device ${p.name}`,
  group: 'This group',
  disablePolicy: 'Disable Policy',
  enablePolicy: 'Enable Policy',
  disablePolicyOf: (p: { name: string }) => `Disable Policy: ${p.name}`,
  enablePolicyOf: (p: { name: string }) => `Enable Policy: ${p.name}`,
  isDisabled: 'Disabled',
  enabled: 'Enabled',
  notChanged: 'The policy was not changed: what is applied could not be read. Try it again.',
  changedMeanwhile: (p: { name: string }) =>
    `${p.name} was not changed: somebody else has changed it meanwhile.`,
} as const;
