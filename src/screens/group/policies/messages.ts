import { m as iconWords } from '#features/policies/icon-messages.ts';
import { m as toggleWords } from '#features/policies/toggle-messages.ts';

export const m = {
  ...iconWords,
  ...toggleWords,
  removePolicy: (p: { name: string }) => `Remove ${p.name}`,
  removed: (p: { name: string }) => `Remove Policy: ${p.name}`,
  addedBack: (p: { name: string }) => `Apply Policy: ${p.name}`,
  applyPolicy: 'Apply Policy',
  empty: 'There are no policies applied to this group',
  emptyText: 'A policy that is applied to a group holds for all of its devices.',
  loading: 'Loading policies…',
  notRead: 'The policies of this group could not be read',
  tryAgain: 'Try again',
  table: 'Policies applied to this group',
  policy: 'Policy',
  state: 'State',
  effects: 'Effects',
  actions: 'Actions',
  offEverywhere: 'Disabled for the whole site',
  unknownEffects: 'Not known',
} as const;
