import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { CONDITION_NAMES } from './conditions.ts';
import { EFFECT_NAMES } from './effects.ts';
import { policyDefinitionSchema, readConditions, readEffects } from './policy-definition.ts';

const part = (definition: string, parameters?: Record<string, unknown>) => ({
  definition,
  ...(parameters && { parameters }),
});
const mute = part('MuteDefinition');
const lesson = { day: 1, startTime: '08:30', endTime: '09:15' };

const EFFECTS: readonly ReturnType<typeof part>[] = [
  part('BlockWebsitesDefinition', { urls: ['games.example'] }),
  part('LockScreenDefinition', { content: '<p>Listen</p>' }),
  mute,
  part('BlockAllWebsitesDefinition'),
  part('BlockSleepDefinition'),
  part('BlockKeypressDefinition'),
  part('PowerActionsDefinition', { action: 'shutdown' }),
  part('BlockAppDefinition', { rules: ['recorder.exe'] }),
  part('KeywordMonitoringDefinition', { keywords: ['hopeless'] }),
  part('LaunchActionDefinition', { url: 'https://a.example/', repeatIn: 60 }),
  part('EnablePrivacyDefinition'),
  part('ScreenCaptureDefinition'),
];
const CONDITIONS = [
  part('ScheduleConditionDefinition', { periods: [lesson] }),
  part('SubnetConditionDefinition', { subnets: ['10.*'] }),
  part('SsidConditionDefinition', { ssidNames: ['Room-*'] }),
];

const problem = (effects: readonly object[], conditions: readonly object[] = []) => {
  const { success, issues } = v.safeParse(policyDefinitionSchema, { effects, conditions });
  return success ? undefined : `${v.getDotPath(issues[0])}: ${issues[0].message}`;
};

describe('a written policy', () => {
  it('has any of the twelve effects and three conditions, each once', () => {
    expect(problem(EFFECTS, CONDITIONS)).toBeUndefined();
    expect(EFFECTS.map(({ definition }) => definition)).toEqual(EFFECT_NAMES);
    expect(CONDITIONS.map(({ definition }) => definition)).toEqual(CONDITION_NAMES);
  });

  it('has its parameters filled in', () => {
    const read = v.parse(policyDefinitionSchema, { effects: EFFECTS.slice(0, 1), conditions: [] });
    expect(read.effects[0]?.parameters).toEqual({
      accessMode: 'BlackList',
      report: false,
      attachScreenshot: false,
      urls: ['games.example'],
    });
  });

  it.each([
    ['no effect', [], [], 'effects: A policy has at least one effect.'],
    ['an effect twice', [mute, mute], [], 'effects: Each kind of effect is there at most once.'],
    [
      'a condition twice',
      [mute],
      [CONDITIONS[1], CONDITIONS[1]],
      'conditions: Each kind of condition is there at most once.',
    ],
    [
      'no sites',
      [part('BlockWebsitesDefinition', { urls: [' '] })],
      [],
      'effects.0.parameters.urls: Field is required',
    ],
    [
      'no programs',
      [part('BlockAppDefinition', { rules: [{}] })],
      [],
      'effects.0.parameters.rules: Field is required',
    ],
    [
      'no words',
      [mute, part('KeywordMonitoringDefinition', { keywords: [] })],
      [],
      'effects.1.parameters.keywords: Field is required',
    ],
    [
      'both kinds of lock',
      [part('LockScreenDefinition', { url: 'https://a.example', content: 'x' })],
      [],
      'effects.0.parameters: A lock shows either a page or a message.',
    ],
    [
      'a launch of nothing',
      [part('LaunchActionDefinition', { selectedLaunch: 'command', url: 'https://a.example', repeatIn: 60 })],
      [],
      'effects.0.parameters: A launch needs a URL or a command.',
    ],
    [
      'a launch too often',
      [part('LaunchActionDefinition', { command: 'calc.exe', repeatIn: 59 })],
      [],
      'effects.0.parameters.repeatIn: Please set repeat interval equal or greater than 1',
    ],
    [
      'a period that ends before it starts',
      [mute],
      [part('ScheduleConditionDefinition', { periods: [{ ...lesson, endTime: '08:00' }] })],
      'conditions.0.parameters.periods: You have invalid schedule periods. Please make the necessary changes or remove them.',
    ],
    [
      'no networks',
      [mute],
      [part('SubnetConditionDefinition', {})],
      'conditions.0.parameters.subnets: Field is required',
    ],
    [
      'no names',
      [mute],
      [part('SsidConditionDefinition', {})],
      'conditions.0.parameters.ssidNames: Field is required',
    ],
  ])('is refused with %s', (_, effects, conditions, expected) => {
    expect(problem(effects as object[], conditions as object[])).toBe(expected);
  });

  it.each([
    ['an effect that nobody knows', [part('MoonDefinition')]],
    ['a page that is none', [part('LockScreenDefinition', { url: 'javascript:alert(1)' })]],
    ['an unknown power action', [part('PowerActionsDefinition', { action: 'explode' })]],
    ['half a second', [part('PowerActionsDefinition', { action: 'sleep', countdown: 0.5 })]],
    ['too many lines', [part('BlockWebsitesDefinition', { urls: Array.from({ length: 1_001 }, () => 'a') })]],
    ['too long a line', [part('BlockWebsitesDefinition', { urls: ['a'.repeat(1_025)] })]],
  ])('is refused with %s', (_, effects) => {
    expect(problem(effects)).toBeDefined();
  });

  it('is refused where no device could read it', () => {
    const urls = Array.from({ length: 100 }, () => 'a'.repeat(1_000));
    expect(problem([part('BlockWebsitesDefinition', { urls })])).toContain('too large for a device');
  });
});

describe('a policy on a device', () => {
  it('loses only the effects that cannot be read', () => {
    const parts = [part('MoonDefinition'), part('PowerActionsDefinition', { action: 'explode' }), mute];
    expect(readEffects(parts)).toEqual([{ definition: 'MuteDefinition', parameters: {} }]);
  });

  it('keeps an effect that an editor would not write', () => {
    const [blocking] = readEffects([part('BlockWebsitesDefinition', { accessMode: 'WhiteList' })]);
    expect(blocking?.parameters).toMatchObject({ accessMode: 'WhiteList', urls: [] });
  });

  it('knows that a condition cannot be read', () => {
    expect(readConditions([part('MoonDefinition'), CONDITIONS[1] ?? mute])).toEqual([
      undefined,
      {
        definition: 'SubnetConditionDefinition',
        parameters: { subnets: ['10.*'], isActive: true, orDisconnected: false },
      },
    ]);
    expect(readConditions([part('ScheduleConditionDefinition', { periods: 'all' })])).toEqual([undefined]);
  });
});
