const number = (count: number) => count.toLocaleString('en');

export const m = {
  policies: 'Policies',
  applyPolicy: 'Apply Policy',
  applyPolicyUndone: 'Undo Apply Policy',
  close: 'Close',
  cancel: 'Cancel',
  confirm: 'Confirm',
  search: 'Search policies…',
  listLabel: 'Policies to apply',
  loading: 'Loading policies…',
  loaded: (p: { done: number; of: number }) => `Loaded ${number(p.done)} of ${number(p.of)}…`,
  notRead: 'The policies could not be read.',
  tryAgain: 'Try again',
  noPolicies: 'There are no policies created yet',
  noMatch: 'No matching policies found',
  nobody: 'None of the selected can get policies',
  toOne: (p: { name: string }) => `For ${p.name}`,
  toMany: (p: { count: number; of: 'users' | 'devices' | 'mixed' }) =>
    `For ${number(p.count)} ${p.of === 'mixed' ? 'users and devices' : p.of}`,
  someHave: (p: { count: number; of: number }) => `applied to ${number(p.count)} of ${number(p.of)}`,
  disabledName: (p: { name: string }) => `${p.name} (disabled)`,
  unnamed: 'Unnamed policy',
  nothingChanged: 'Nothing has changed yet',
  withoutPolicies: (p: { names: string }) =>
    `Policies are kept for devices and users. Sessions without a device cannot get any: ${p.names}`,
  unread: (p: { names: string }) =>
    `What is applied to these could not be read, so they stay as they are: ${p.names}`,
  saving: (p: { done: number; of: number }) => `Saved ${number(p.done)} of ${number(p.of)}…`,
  failedFor: (p: { names: string }) => `Could not be changed for: ${p.names}`,
  refusedFor: (p: { names: string }) => `You are not allowed to change the policies of: ${p.names}`,
  andMore: (p: { names: string; count: number }) => `${p.names} and ${number(p.count)} more`,
} as const;
