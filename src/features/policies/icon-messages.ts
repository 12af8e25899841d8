/** The words of applied policies as icons, and of turning one off and on. */
export const m = {
  policiesOfGroup: 'Policies of this group',
  policiesOf: (p: { name: string }) => `Policies of ${p.name}`,
  disabled: (p: { name: string }) => `${p.name} (disabled)`,
  inactive: (p: { name: string }) => `${p.name} (inactive)`,
  unnamed: 'Unnamed policy',
  more: (p: { count: number; names: string }) =>
    p.count === 1 ? `1 more policy: ${p.names}` : `${p.count} more policies: ${p.names}`,
  plus: (p: { count: number }) => `+${p.count}`,
  /** What the device itself says. */
  notPossible: (p: { names: string }) => `Not possible on this device: ${p.names}`,
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
} as const;
