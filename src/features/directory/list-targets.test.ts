import { expect, test } from 'vitest';
import { availability, isMeant } from '#domain/devices/device-actions.ts';
import { type ListedTarget, listTargets } from './list-targets.ts';

const row = (id: string, more: Partial<ListedTarget> = {}): ListedTarget => ({
  id,
  name: `Name of ${id}`,
  clients: [],
  userId: id,
  deviceId: undefined,
  type: undefined,
  ...more,
});
const client = (clientId: string, type: 'windowsAgent' | 'extension') => ({
  clientId,
  type,
  authType: 'user' as const,
  userId: 'u',
  deviceId: `d of ${clientId}`,
});

test('each connected client is a target, and who has none is one that can be woken', () => {
  const targets = listTargets([
    row('u', { clients: [client('c1', 'windowsAgent'), client('c2', 'extension')] }),
    row('off', { deviceId: 'd9', type: 'windowsAgent' }),
  ]);
  expect(targets.map(({ key, recipient, deviceId }) => [key, recipient?.clientId, deviceId])).toEqual([
    ['c1', 'c1', 'd of c1'],
    ['c2', 'c2', 'd of c2'],
    ['row off', undefined, 'd9'],
  ]);
  expect(targets.map(({ condition }) => isMeant('wake', condition))).toEqual([false, false, true]);
  expect(targets.map(({ condition }) => isMeant('lock', condition))).toEqual([true, true, false]);
});

test('a device that is shut out can be let in, and no other one', () => {
  const conditions = (rows: ListedTarget[]) => listTargets(rows).map(({ condition }) => condition);
  const [here, lost] = [
    row('a', { clients: [client('c', 'extension')] }),
    row('b', { type: 'windowsAgent', isShutOut: true }),
  ];
  expect(availability('shutOut', conditions([here]))).toEqual({ can: true, partly: false });
  expect(availability('letIn', conditions([here]))).toEqual({ can: false, why: 'done' });
  expect(availability('shutOut', conditions([lost]))).toEqual({ can: false, why: 'done' });
  expect(availability('letIn', conditions([lost]))).toEqual({ can: true, partly: false });
  expect(availability('letIn', conditions([here, lost]))).toEqual({ can: true, partly: false });
});

test('what is possible depends on the systems, on who is online, and not on what nobody has asked', () => {
  const conditions = (rows: ListedTarget[]) => listTargets(rows).map(({ condition }) => condition);
  const browser = conditions([row('u', { clients: [client('c', 'extension')] })]);
  expect(availability('powerAction', browser)).toEqual({ can: false, why: 'unsupported' });
  expect(availability('unlock', browser)).toEqual({ can: true, partly: false });
  const off = conditions([row('u', { type: 'extension' })]);
  expect(availability('mute', off)).toEqual({ can: false, why: 'offline' });
  expect(availability('delete', off)).toEqual({ can: true, partly: false });
});
