/** The words of a group's policies. */
import { m as iconWords } from '../../../features/policies/icon-messages.ts';

export const m = {
  ...iconWords,
  removePolicy: (p: { name: string }) => `Remove ${p.name}`,
  removed: (p: { name: string }) => `Remove Policy: ${p.name}`,
  addedBack: (p: { name: string }) => `Apply Policy: ${p.name}`,
  applyPolicy: 'Apply Policy',
  empty: 'There are no policies applied to this group',
  emptyText: 'A policy that is applied to a group holds for all of its devices.',
  loading: 'Reading policies…',
  notRead: 'The policies of this group could not be read',
  tryAgain: 'Try again',
  table: 'Policies applied to this group',
  policy: 'Policy',
  state: 'State',
  effects: 'Effects',
  actions: 'Actions',
  offEverywhere: 'Disabled for the whole site',
  noEffects: 'No effects',
  unknownEffects: 'Not known',
  when: (p: { effects: string; conditions: string }) => `${p.effects}; only with ${p.conditions}`,
  otherEffect: 'Other effect',
  otherCondition: 'Other condition',
} as const;

/** The titles of effects by the type of their definition. */
export const effectTitles: Readonly<Record<string, string>> = {
  BlockWebsitesDefinition: 'Block Websites',
  LockScreenDefinition: 'Lock',
  MuteDefinition: 'Mute',
  BlockAllWebsitesDefinition: 'Block all web',
  BlockSleepDefinition: 'Block Sleep',
  BlockKeypressDefinition: 'Block Keypress',
  PowerActionsDefinition: 'Power Actions',
  BlockAppDefinition: 'Block Apps',
  KeywordMonitoringDefinition: 'Keyword Monitoring',
  LaunchActionDefinition: 'Launch Action',
  EnablePrivacyDefinition: 'Enable Privacy',
  ScreenCaptureDefinition: 'Screen Capture',
};

export const conditionTitles: Readonly<Record<string, string>> = {
  ScheduleConditionDefinition: 'Schedule',
  SubnetConditionDefinition: 'Network Range',
  SsidConditionDefinition: 'SSID',
};
