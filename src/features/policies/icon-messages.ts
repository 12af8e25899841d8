export const m = {
  policiesOfGroup: 'Policies of this group',
  policiesOf: (p: { name: string }) => `Policies of ${p.name}`,
  disabled: (p: { name: string }) => `${p.name} (disabled)`,
  inactive: (p: { name: string }) => `${p.name} (inactive)`,
  unnamed: 'Unnamed policy',
  more: (p: { count: number; names: string }) =>
    p.count === 1 ? `1 more policy: ${p.names}` : `${p.count} more policies: ${p.names}`,
  plus: (p: { count: number }) => `+${p.count}`,
  /** Reported by the device itself. */
  notPossible: (p: { names: string }) => `Not possible on this device: ${p.names}`,
} as const;
