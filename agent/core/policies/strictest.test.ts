/** Several policies on one device: effect by effect the strictest wins, whatever their order. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeApp } from '#domain/policies/app-rules.ts';
import type { Effect } from '#domain/policies/effects.ts';
import { judgePage } from '#domain/policies/page-rules.ts';
import { readEffects } from '#domain/policies/policy-definition.ts';
import type { ReadPolicy } from './held-policy.ts';
import { strictestOf, type Together } from './strictest.ts';

const SITES = ['a.example', 'b.example', '*.example', 'c.example/games'];
const PAGES = ['https://a.example/', 'https://b.example/x', 'https://c.example/games', 'https://d.test/'];
const APPS = ['calc.exe', 'notes.exe', 'game.exe'];

const some = <T>(values: readonly T[]) => fc.subarray([...values]);
const accessMode = fc.constantFrom('BlackList', 'WhiteList');
const seconds = fc.constantFrom(0, 10, 60, 300);
const parts: readonly fc.Arbitrary<{ definition: string; parameters: Record<string, unknown> }>[] = [
  part('BlockWebsitesDefinition', { accessMode, urls: some(SITES), report: fc.boolean() }),
  part('BlockAllWebsitesDefinition', { urls: some(SITES) }),
  part('LockScreenDefinition', {
    url: fc.option(fc.constantFrom(...PAGES), { nil: undefined }),
    content: fc.constantFrom('<p>Wait</p>', '<p>Listen</p>'),
  }),
  part('MuteDefinition', {}),
  part('BlockSleepDefinition', {}),
  part('BlockKeypressDefinition', {}),
  part('PowerActionsDefinition', {
    action: fc.constantFrom('shutdown', 'reboot', 'logout', 'sleep'),
    countdown: seconds,
    repeatIn: seconds,
    allowToAbort: fc.boolean(),
    message: fc.constantFrom('', 'Soon'),
  }),
  part('BlockAppDefinition', { accessMode, rules: some(APPS) }),
  part('KeywordMonitoringDefinition', { keywords: some(['war', 'peace']) }),
  part('LaunchActionDefinition', { url: fc.constantFrom(...PAGES), repeatIn: seconds }),
  part('EnablePrivacyDefinition', {}),
  part('ScreenCaptureDefinition', {}),
];

function part(definition: string, parameters: Record<string, fc.Arbitrary<unknown>>) {
  return fc.record({ definition: fc.constant(definition), parameters: fc.record(parameters) });
}

const effects: fc.Arbitrary<Effect[]> = fc
  .tuple(...parts.map((each) => fc.option(each, { nil: undefined, freq: 2 })))
  .map((chosen) => readEffects(chosen.flatMap((each) => each ?? [])));
const policies: fc.Arbitrary<ReadPolicy[]> = fc.array(effects, { maxLength: 5 }).chain((lists) =>
  fc.shuffledSubarray(
    lists.map((list, i) => ({ id: `p${i}`, name: `P${i}`, conditions: [], effects: list })),
    { minLength: lists.length },
  ),
);

const SEVERITY = { none: 0, sleep: 1, logout: 2, reboot: 3, shutdown: 4 };
const lockLevel = ({ hold }: Together): number =>
  hold.lock === undefined ? 0 : hold.lock.name === 'address' ? 1 : 2;
/** What a student can still open: pages, where the screen is not locked to another one. */
const openPages = ({ hold: { lock }, rules }: Together): string[] =>
  PAGES.filter((url) => {
    if (lock !== undefined) return lock.name === 'address' && lock.url === url;
    return rules.pages.every((rule) => !judgePage(url, rule).isBlocked);
  });
const openApps = ({ rules }: Together): string[] =>
  APPS.filter((processName) =>
    rules.apps.every((rule) => !judgeApp({ title: processName, processName }, rule).isBlocked),
  );
const words = ({ rules }: Together): string[] => rules.words.flatMap(({ keywords }) => keywords);

describe('several policies together', () => {
  it('do the same in whatever order they are named', () => {
    fc.assert(
      fc.property(
        policies.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        ([list, shuffled]) => {
          expect(strictestOf(shuffled)).toEqual(strictestOf(list));
        },
      ),
    );
  });

  it('never allow more than without one of them', () => {
    fc.assert(
      fc.property(policies, (list) => {
        const [, ...rest] = list;
        const [more, less] = [strictestOf(list), strictestOf(rest)];
        expect(lockLevel(more)).toBeGreaterThanOrEqual(lockLevel(less));
        expect(openPages(less)).toEqual(expect.arrayContaining(openPages(more)));
        expect(openApps(less)).toEqual(expect.arrayContaining(openApps(more)));
        expect(words(more)).toEqual(expect.arrayContaining(words(less)));
        for (const flag of ['muted', 'privacy', 'sleepBlocked', 'keysBlocked', 'captured'] as const)
          expect(Number(more.hold[flag])).toBeGreaterThanOrEqual(Number(less.hold[flag]));
        const severity = ({ power }: Together) =>
          power === undefined || power.action === 'sleep' ? 0 : SEVERITY[power.action];
        expect(severity(more)).toBeGreaterThanOrEqual(severity(less));
        if (less.power && less.power.action !== 'sleep') {
          expect(more.power?.countdown).toBeLessThanOrEqual(less.power.countdown);
          expect(Number(more.power?.allowToAbort)).toBeLessThanOrEqual(Number(less.power.allowToAbort));
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

const policy = (id: string, ...list: readonly [string, object?][]): ReadPolicy => ({
  id,
  name: id,
  conditions: [],
  effects: readEffects(
    list.map(([definition, parameters]) => ({ definition, parameters: { ...parameters } })),
  ),
});
const lockTo = (url: string) => ['LockScreenDefinition', { url }] as const;

describe('two locks', () => {
  it.each([
    ['words go before a page', policy('q', ['LockScreenDefinition', { content: 'Wait' }]), 'Wait'],
    ['of two pages none is left', policy('q', [...lockTo('https://b.example/')]), ''],
    [
      'a page that another policy blocks is not left',
      policy('q', ['BlockWebsitesDefinition', { urls: ['a.example'] }]),
      '',
    ],
  ])('%s', (_, other, text) => {
    const { hold } = strictestOf([policy('p', [...lockTo('https://a.example/')]), other]);
    expect(hold.lock).toMatchObject({ name: 'message', text });
  });

  it('leave the page that a policy locks to while it blocks all others', () => {
    const exam = policy('p', [...lockTo('https://a.example/')], ['BlockAllWebsitesDefinition']);
    expect(strictestOf([exam]).hold.lock).toEqual({ name: 'address', url: 'https://a.example/' });
  });
});

it('of several power actions the severest happens, soonest, and as all of them allow', () => {
  const plan = (id: string, parameters: object) => policy(id, ['PowerActionsDefinition', parameters]);
  const { power } = strictestOf([
    plan('p', { action: 'logout', countdown: 10, allowToAbort: true, repeatIn: 60, message: 'Out' }),
    plan('q', { action: 'shutdown', countdown: 300, allowToAbort: false, message: 'Off' }),
  ]);
  expect(power).toEqual({
    action: 'shutdown',
    countdown: 10,
    allowToAbort: false,
    repeatIn: 60,
    message: 'Off',
  });
});
