import { expect, test } from 'vitest';
import { isMeant } from '#domain/devices/device-actions.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import type { MemberRow } from './member-row.ts';
import { memberTargets } from './member-targets.ts';

const row = (id: string, more: Partial<MemberRow> = {}): MemberRow => ({
  id,
  kind: 'device',
  name: id,
  deviceName: id,
  userName: undefined,
  wokenAt: undefined,
  isShutOut: false,
  version: '',
  clients: [],
  type: 'windowsAgent',
  ...more,
});
const client = (clientId: string, more: Partial<LiveClient> = {}) =>
  ({
    clientId,
    userId: 'u',
    authType: 'user',
    isOffline: false,
    lastUpdated: 0,
    info: { type: 'windowsAgent', deviceId: 'd-live', device: { hostname: clientId } },
    ...more,
  }) as LiveClient;

test('a device that is away cannot be spoken to, but can be woken', () => {
  const [target] = memberTargets([row('d1')]);
  expect(target).toMatchObject({ recipient: undefined, deviceId: 'd1', userId: undefined });
  const condition = target?.condition;
  expect(
    condition && (['wake', 'policies', 'lock'] as const).map((each) => isMeant(each, condition)),
  ).toEqual([true, true, false]);
});

test('a Chromebook that is away cannot be woken', () => {
  const [target] = memberTargets([row('d1', { type: 'extension' })]);
  expect(target && isMeant('wake', target.condition)).toBe(false);
});

test('a person who is away has policies and nothing else', () => {
  const [target] = memberTargets([row('u1', { kind: 'user', type: undefined })]);
  expect(target).toMatchObject({ recipient: undefined, deviceId: undefined, userId: 'u1' });
  expect(target?.condition.system).toBe('unknown');
});

test('who is connected is reached at each device', () => {
  const targets = memberTargets([row('u', { kind: 'user', clients: [client('c1'), client('c2')] })]);
  expect(targets.map(({ key, recipient }) => [key, recipient?.clientId])).toEqual([
    ['c1', 'c1'],
    ['c2', 'c2'],
  ]);
  expect(targets[0]).toMatchObject({ deviceId: 'd-live', userId: 'u', condition: { isOnline: true } });
});

test('a session’s id has no policies', () => {
  const [target] = memberTargets([row('d1', { clients: [client('c1', { authType: 'session' })] })]);
  expect(target).toMatchObject({ deviceId: 'd1', userId: undefined });
});

test.each([
  ['the alias of a device', { alias: 'A\u202Eb\u2069' }, {}],
  ['the person at it', {}, { userName: 'A\u202Eb\u2069' }],
  ['its own name', {}, { name: 'A\u202Eb\u2069' }],
])('%s is fit to stand in a line', (_, info, more) => {
  const device = client('c1', { info: { device: { hostname: 'PC' }, ...info } as LiveClient['info'] });
  const [target] = memberTargets([row('d1', { clients: [device], ...more })]);
  expect(target?.name).toBe('A b');
});

test('the name of who is away is fit to stand in a line, and no longer than anybody reads', () => {
  const names = ['A\u202Eb\r\nc', 'x'.repeat(10_000), '\u200F \u202E', '<b>x</b>'];
  const targets = memberTargets(names.map((name, at) => row(`d${at}`, { name })));
  expect(targets.map(({ name }) => name)).toEqual(['A b c', `${'x'.repeat(299)}…`, 'Unnamed', '<b>x</b>']);
});
