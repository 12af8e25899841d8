import { expect, test } from 'vitest';
import type { UserLog } from '#protocol/rest/user-log.ts';
import { eventDetails, eventLine, isNewer, whatHappened, whoOf } from './event-words.ts';

const log = (more: Partial<UserLog> = {}): UserLog => ({
  id: 'l1',
  timeTriggered: '2026-11-21T10:00:00.000Z',
  userId: 'u1',
  userName: 'Ada Lovelace',
  authType: 'user',
  userGroupIds: [],
  mediaImages: [],
  ...more,
});

test.each([
  ['BlockWebsitesDefinition', undefined, 'Opened a blocked website'],
  ['BlockAppDefinition', undefined, 'Started a blocked application'],
  ['KeywordMonitoringDefinition', undefined, 'Used a monitored word'],
  ['ScreenCaptureDefinition', undefined, 'The screen was captured'],
  [undefined, 'poll', 'Answered a poll'],
  ['constructor', undefined, 'Something was reported'],
  [null, null, 'Something was reported'],
])('the effect %s and the action %s have words', (effectType, actionType, words) => {
  expect(whatHappened({ effectType, actionType })).toBe(words);
});

test('an unknown effect is said in the words of the device', () => {
  expect(whatHappened(log({ effectType: 'Other', text: 'USB stick\u202e found' }))).toBe('USB stick found');
});

test('where it happened stands in a fixed order, and only what is text', () => {
  const context = { answer: 7, word: 'secret', url: 'https://example.org', MainWindowTitle: ' ', Path: null };
  expect(eventDetails(log({ context })).map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'Page: https://example.org',
    'Word: secret',
  ]);
  expect(eventDetails(log())).toEqual([]);
});

test('one line says what and where, cut to a line', () => {
  expect(eventLine(log({ effectType: 'BlockWebsitesDefinition' }))).toBe('Opened a blocked website');
  const long = eventLine(
    log({ effectType: 'BlockAppDefinition', context: { Path: `C:\\${'x'.repeat(9_000)}` } }),
  );
  expect(long).toMatch(/^Started a blocked application: C:\\x+…$/);
  expect(long.length).toBeLessThan(200);
  // What it calls itself is not said twice.
  expect(eventLine(log({ text: 'USB stick found' }))).toBe('USB stick found');
});

test('who has no name is an unknown user, and a name is cut and turns nothing', () => {
  expect(whoOf({ userName: null })).toBe('Unknown user');
  expect(whoOf({ userName: ' \u202e ' })).toBe('Unknown user');
  expect(whoOf({ userName: `<b>${'W'.repeat(10_000)}` })).toHaveLength(100);
});

test('new is what happened after the last look, or everything without one', () => {
  expect(isNewer(log(), undefined)).toBe(true);
  expect(isNewer(log(), '2026-11-21T09:59:59.999Z')).toBe(true);
  expect(isNewer(log(), '2026-11-21T10:00:00.000Z')).toBe(false);
});

test.each([
  [undefined, undefined],
  [null, undefined],
  ['2026-11-21T09:59:30.000Z', undefined],
  ['2025-11-21T10:00:00.000Z', 'Nov 21, 2025'],
  ['2026-11-21T13:00:00.000Z', 'Nov 21, 2026'],
])('of a device whose clock said %s the details name %s', (deviceTime, text) => {
  const [detail] = eventDetails(log({ deviceTime }));
  if (text === undefined) expect(detail).toBeUndefined();
  else expect(detail).toMatchObject({ label: 'Clock of the device', text: expect.stringContaining(text) });
});
