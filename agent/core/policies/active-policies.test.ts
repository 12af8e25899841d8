import { expect, it } from 'vitest';
import type { DeviceType } from '#domain/devices/device-type.ts';
import { activePolicies, type PolicyFacts } from './active-policies.ts';
import { type Abilities, type HeldPolicy, impossibleParts, readHeldPolicy } from './held-policy.ts';

const mute = { definition: 'MuteDefinition', parameters: {} };
const facts: PolicyFacts = {
  time: { day: 1, minute: 9 * 60 },
  network: { addresses: ['10.20.1.7'], ssid: 'Room-01' },
};
const part = (definition: string, parameters: Record<string, unknown> = {}) => ({ definition, parameters });
const isActive = (
  policy: Partial<HeldPolicy>,
  { type = 'windowsAgent', ...more }: Partial<PolicyFacts> & { type?: DeviceType } = {},
) => {
  const read = readHeldPolicy({ id: 'p', name: 'P', conditions: [], effects: [mute], ...policy }, { type });
  return activePolicies([read], { ...facts, ...more }).length === 1;
};

const lessons = part('ScheduleConditionDefinition', {
  periods: [{ day: 1, startTime: '08:30', endTime: '15:30' }],
});
const school = part('SubnetConditionDefinition', { subnets: ['10.20.0.0/16'], isActive: true });
const room = part('SsidConditionDefinition', { ssidNames: ['Room-*'], isActive: true });
const night = { time: { day: 1, minute: 0 } };

it.each([
  ['nothing', [], {}, true],
  ['a schedule', [lessons], {}, true],
  ['a schedule at night', [lessons], night, false],
  ['a network range', [school], {}, true],
  ['a network range where nobody can tell', [school], { network: undefined }, false],
  ['a wireless network', [room], {}, true],
  ['a wireless network on another kind of device', [room], { type: 'extension' }, false],
  ['two conditions, both true', [lessons, school], {}, true],
  ['two conditions, one not', [school, lessons], night, false],
  ['something that nobody knows', [part('MoonDefinition')], {}, false],
  ['a schedule that cannot be read', [part('ScheduleConditionDefinition', { periods: 'all' })], {}, false],
] as const)('with %s for a condition', (_, conditions, more, expected) => {
  expect(isActive({ conditions: [...conditions] }, more)).toBe(expected);
});

const EFFECTS: readonly (readonly [string, boolean])[] = [
  ['BlockWebsitesDefinition', true],
  ['BlockAllWebsitesDefinition', true],
  ['LockScreenDefinition', true],
  ['MuteDefinition', true],
  ['KeywordMonitoringDefinition', true],
  ['EnablePrivacyDefinition', true],
  ['ScreenCaptureDefinition', true],
  ['BlockAppDefinition', false],
  ['LaunchActionDefinition', false],
  ['PowerActionsDefinition', false],
  ['BlockSleepDefinition', false],
  ['BlockKeypressDefinition', false],
];

it.each(EFFECTS)('%s acts on Windows; in the browser: %s', (definition, expected) => {
  const effects = [part(definition, { action: 'sleep' })];
  expect(isActive({ effects })).toBe(true);
  expect(isActive({ effects }, { type: 'extension' })).toBe(expected);
});

it('a device names what it cannot do of its policies, each kind once', () => {
  const policies = [
    { id: 'p', name: 'P', conditions: [room, school], effects: [mute, part('BlockKeypressDefinition')] },
    {
      id: 'q',
      name: 'Q',
      conditions: [],
      effects: [part('MoonDefinition'), part('BlockKeypressDefinition')],
    },
  ];
  const impossible = (abilities: Abilities) =>
    impossibleParts(
      policies,
      policies.map((each) => readHeldPolicy(each, abilities)),
    );
  expect(impossible({ type: 'windowsAgent' })).toEqual(['MoonDefinition']);
  expect(impossible({ type: 'extension' })).toEqual([
    'BlockKeypressDefinition',
    'MoonDefinition',
    'SsidConditionDefinition',
  ]);
  const unsupportedEffects = ['MuteDefinition'] as const;
  expect(impossible({ type: 'windowsAgent', unsupportedEffects })).toEqual([
    'MoonDefinition',
    'MuteDefinition',
  ]);
});

it('a policy acts where one of its effects does, and not at all where it has none', () => {
  expect(isActive({ effects: [part('BlockKeypressDefinition'), mute] }, { type: 'extension' })).toBe(true);
  expect(isActive({ effects: [part('UnknownDefinition')] })).toBe(false);
  expect(isActive({ effects: [] })).toBe(false);
});
