import { expect, test, vi } from 'vitest';
import type { ActionRun, ActionRunState } from '#live/action-run.ts';
import type { Recipient } from '#protocol/threads/live-action.ts';
import { askedDevice, startUpdate } from './update-run.ts';

const client = (clientId: string): Recipient => ({ clientId, userId: `of ${clientId}`, authType: 'user' });
const device = (id: string, last?: Recipient) => ({
  id,
  hostname: id.toUpperCase(),
  type: 'windowsAgent' as const,
  version: '',
  client: last,
});

/** A run in which these clients have answered. */
function runOf(confirmed: readonly string[], ended: boolean): ActionRun {
  const answers = new Map(confirmed.map((clientId) => [clientId, { clientId, state: 'confirmed' }]));
  const state = { ended, answers } as unknown as ActionRunState;
  return {
    get: () => state,
    subscribe: () => () => {},
    done: new Promise(() => {}),
  } as Partial<ActionRun> as ActionRun;
}

test('everybody who is connected at a device is asked, and without anybody who was there last', () => {
  const present = [{ ...client('c1'), type: 'windowsAgent' }, client('c2')];
  expect(askedDevice(device('d1', client('c0')), present).clients).toEqual([client('c1'), client('c2')]);
  expect(askedDevice(device('d1', client('c0')), undefined).clients).toEqual([client('c0')]);
  expect(askedDevice(device('d1'), undefined).clients).toEqual([]);
});

test('a device has answered as soon as one of its clients has', () => {
  const asked: Recipient[][] = [];
  const devices = [
    askedDevice(device('d1'), [client('c1'), client('c2')]),
    askedDevice(device('d2'), [client('c3')]),
  ];
  const run = startUpdate(devices, (clients) => {
    asked.push([...clients]);
    return runOf(['c2'], false);
  });
  expect(asked).toEqual([[client('c1'), client('c2'), client('c3')]]);
  expect(run.get()).toEqual({ isOver: false, asked: 2, answered: 1, missing: ['D2'] });
});

test('a device at which nobody ever was is missing at once', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const run = startUpdate([askedDevice(device('d1'), undefined)], () => {
    throw new Error('nobody is asked');
  });
  expect(run.get()).toEqual({ isOver: true, asked: 1, answered: 0, missing: ['D1'] });
});
