import { beforeEach, describe, expect, test } from 'vitest';
import { PeerFailure } from '../peer-failure.ts';
import { createFakeFileWorld, fakeTarget } from './fakes/fake-file-world.ts';
import { startFileCall } from './file-call.ts';
import { sendCall } from './file-calls.ts';

const FILES = [
  { id: 'f1', file: new File(['12345'], 'one.txt', { lastModified: 7 }) },
  { id: 'f2', file: new File([], 'empty.txt') },
];

let world: ReturnType<typeof createFakeFileWorld>;
let told: string[];

function start() {
  const call = sendCall(world.deps, { target: fakeTarget('a'), files: FILES, folder: '%downloads%' });
  return startFileCall(world.deps, call, {
    connected() {},
    progress: (id, bytes) => told.push(`${id} ${bytes}`),
    done: (id) => told.push(`${id} done`),
    failed: (id, problem) => told.push(`${id} ${problem}`),
    ended: (problem) => told.push(`ended ${problem ?? 'well'}`),
    explained: (problem) => told.push(`explained ${problem}`),
  });
}

beforeEach(() => {
  world = createFakeFileWorld();
  told = [];
});

describe('a call', () => {
  test('asks the device with this tab’s address, and gives the worker the channel of who is meant', async () => {
    start();
    await world.sent('a');
    expect(world.actionFor('a').request).toMatchObject({
      action: 'transferFiles',
      parameters: {
        peerId: 'tutor-peer',
        filePath: '%downloads%',
        files: [
          { id: 'f1', name: 'one.txt', size: 5 },
          { id: 'f2', name: 'empty.txt', size: 0 },
        ],
      },
    });
    expect(world.awaited[0]?.call).toMatchObject({ purpose: 'files', reference: 'action-1' });
    expect(world.awaited[0]?.call.isWelcome('b')).toBe(false);
    const run = await world.dials('a');
    expect(run.files).toMatchObject([{ id: 'f1', name: 'one.txt', version: '5 7' }, { id: 'f2' }]);
  });

  test('passes on what the worker says, ends well, and lets the device hang up first', async () => {
    start();
    await world.sent('a');
    const { events } = await world.dials('a');
    events.progress('f1', 3);
    events.progress('f9', 3);
    events.fileEnded('f1', 'done');
    events.fileEnded('f2', 'done');
    events.ended('done');
    expect(told).toEqual(['f1 3', 'f1 done', 'f2 done', 'ended well']);
    expect(world.awaited[0]?.isStopped).toBe(false);
    world.visitors[0]?.leave('left');
    await world.clock.settle();
    expect(world.awaited[0]?.isStopped).toBe(true);
    expect(world.clock.pending()).toBe(0);
  });

  test('waits for as long as one side reads again what the other has', async () => {
    start();
    await world.sent('a');
    const { events } = await world.dials('a');
    events.progress('f1', 4);
    for (let second = 0; second < 60; second += 5) {
      await world.clock.advance(5_000);
      events.working?.();
    }
    expect(told).toEqual(['f1 4']);
    await world.clock.advance(15_000);
    expect(told).toEqual(['f1 4', 'ended no-answer']);
    events.working?.();
    expect(world.clock.pending()).toBe(1);
  });

  test('hangs up by itself where the device does not', async () => {
    start();
    await world.sent('a');
    const { events } = await world.dials('a');
    for (const { id } of FILES) events.fileEnded(id, 'done');
    events.ended('done');
    await world.clock.advance(2_000);
    expect(world.awaited[0]?.isStopped).toBe(true);
    expect(world.clock.pending()).toBe(0);
  });

  test('hears the worker out when the device hangs up before it has told all', async () => {
    start();
    await world.sent('a');
    const { events } = await world.dials('a');
    world.visitors[0]?.leave('left');
    await world.clock.advance(500);
    for (const { id } of FILES) events.fileEnded(id, 'done');
    events.ended('done');
    expect(told.at(-1)).toBe('ended well');
  });

  test('one file may fail and the others arrive', async () => {
    start();
    await world.sent('a');
    const { events } = await world.dials('a');
    events.fileEnded('f1', 'disk-full');
    events.fileEnded('f2', 'done');
    events.ended('disk-full');
    expect(told).toEqual(['f1 disk-full', 'f2 done', 'ended well']);
  });
});

describe('silence', () => {
  test('of 15 s has the device asked; one that answers has failed otherwise', async () => {
    start();
    await world.sent('a');
    const run = await world.dials('a');
    await world.clock.advance(14_000);
    run.events.progress('f1', 1);
    await world.clock.advance(14_900);
    run.events.progress('f1', 1);
    expect(world.pings).toEqual([]);
    await world.clock.advance(100);
    expect(world.pings).toEqual(['a']);
    expect(told.slice(2)).toEqual(['ended no-answer']);
    expect(run.stopped).toBe('pause');
    await world.clock.advance(2_000);
    expect(world.awaited[0]?.isStopped).toBe(true);
    expect(world.clock.pending()).toBe(0);
  });

  test('of one that does not answer: it is disconnected', async () => {
    world.answersPing = false;
    start();
    await world.sent('a');
    await world.clock.advance(15_000);
    expect(told).toEqual(['ended no-answer', 'explained disconnected']);
  });

  test('tells of the console’s own outage, not of the device', async () => {
    world.answersPing = false;
    world.isConnected = false;
    start();
    await world.sent('a');
    await world.clock.advance(15_000);
    expect(told).toEqual(['ended offline']);
    expect(world.pings).toEqual([]);
  });

  test('after a call that did not open: no direct connection', async () => {
    start();
    await world.sent('a');
    world.awaited[0]?.on.failed?.('a');
    await world.clock.advance(15_000);
    expect(told).toEqual(['ended unreachable']);
  });

  test('does not count while the request waits for a connection', async () => {
    start();
    await world.clock.advance(30_000);
    expect(told).toEqual([]);
    world.actionFor('a').apply({ delivery: { name: 'expired', expiresAt: 0 }, answers: [], ended: true });
    expect(told).toEqual(['ended not-sent']);
  });

  test('has failed at 15 s, whatever a ping tells of the device later', async () => {
    let answer: (at: number | null) => void = () => {};
    world.deps.ping = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    start();
    await world.sent('a');
    await world.clock.advance(15_000);
    expect(told).toEqual(['ended no-answer']);
    world.isConnected = false;
    answer(null);
    await world.clock.settle();
    expect(told).toEqual(['ended no-answer', 'explained offline']);
  });

  test('nothing is told any more once it is cancelled', async () => {
    let answer: (at: number | null) => void = () => {};
    world.deps.ping = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const call = start();
    await world.sent('a');
    await world.clock.advance(15_000);
    await call.cancel();
    answer(null);
    await world.clock.settle();
    expect(told).toEqual(['ended no-answer']);
  });
});

describe('a broken connection', () => {
  test('goes on when the device dials again with the same reference', async () => {
    start();
    await world.sent('a');
    const first = await world.dials('a');
    first.events.progress('f1', 2);
    first.events.fileEnded('f1', 'broken');
    first.events.ended('broken');
    expect(first.stopped).toBe('pause');
    const second = await world.dials('a');
    expect(second.runId).not.toBe(first.runId);
    first.events.progress('f1', 5);
    second.events.progress('f1', 4);
    for (const { id } of FILES) second.events.fileEnded(id, 'done');
    second.events.ended('done');
    expect(told).toEqual(['f1 2', 'f1 4', 'f1 done', 'f2 done', 'ended well']);
    expect(world.actions).toHaveLength(1);
  });

  test('is replaced by a new one at once, also before anybody has noticed', async () => {
    start();
    await world.sent('a');
    const first = await world.dials('a');
    const second = await world.dials('a');
    expect(first.stopped).toBe('pause');
    expect(world.visitors[0]?.isClosed()).toBe(true);
    expect(second.stopped).toBeUndefined();
  });

  test('is over when the device has said why', async () => {
    start();
    await world.sent('a');
    const { events } = await world.dials('a');
    const no = { id: 'action-1', action: 'transferFiles', ok: false, code: 'refused' };
    await world.sent('a', { state: 'failed', reply: no });
    expect(told).toEqual([]);
    events.ended('broken');
    expect(told).toEqual(['ended refused']);
  });
});

describe('what is over at once', () => {
  test.each([
    ['unsupported', 'unsupported'],
    ['no-file', 'no-file'],
    ['busy', 'busy'],
    ['broken', 'broken'],
    ['something of its own', 'failed'],
    ['constructor', 'failed'],
  ])('the device says %s', async (code, problem) => {
    start();
    await world.sent('a', { state: 'failed', reply: { id: 'x', action: 'transferFiles', ok: false, code } });
    expect(told).toEqual([`ended ${problem}`]);
    expect(world.pings).toEqual([]);
    await world.clock.advance(0);
    expect(world.clock.pending()).toBe(0);
  });

  test('this tab has no address on the peer server', async () => {
    world.address = async () => {
      throw new PeerFailure('no-ice-servers');
    };
    start();
    await world.clock.settle();
    expect(told).toEqual(['ended no-ice-servers']);
    expect(world.actions).toEqual([]);
  });
});

test('cancelling stops the worker and the waiting, and says nothing more', async () => {
  const call = start();
  await world.sent('a');
  const run = await world.dials('a');
  await call.cancel();
  expect(run.stopped).toBe('cancel');
  run.events.progress('f1', 5);
  run.events.ended('cancelled');
  await world.clock.advance(2_000);
  expect(world.awaited[0]?.isStopped).toBe(true);
  expect(told).toEqual([]);
  expect(world.clock.pending()).toBe(0);
});
