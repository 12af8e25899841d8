import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import type { ChunksWorker } from '../threads/chunks-worker.ts';
import { createChunksClient } from './chunks-client.ts';
import { createFakeDataChannel } from './fakes/fake-data-channel.ts';
import type { Refusals } from './refusals.ts';
import type { TransferEvents } from './transfer-run.ts';

type Started = {
  runs: { runId: string; events: TransferEvents; over(refused: Refusals): void }[];
  stops: string[];
  isEnded: boolean;
  /** As if the browser had ended it: it says nothing, and lets go of its lock. */
  die(): void;
  fail(): void;
};

function setUp() {
  const clock = createFakeClock();
  const workers: Started[] = [];
  const waits = new Set<AbortSignal>();
  const never = () => new Promise<never>(() => {});

  function start(onFailed: () => void) {
    let letGo = () => {};
    const gone = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const started: Started = { runs: [], stops: [], isEnded: false, die: () => letGo(), fail: onFailed };
    locks.set(`life ${workers.length}`, gone);
    const name = `life ${workers.length}`;
    workers.push(started);
    const begin = (runId: string, events: TransferEvents) => {
      return new Promise<Refusals>((over) => {
        started.runs.push({ runId, events, over });
      });
    };
    const face: ChunksWorker = {
      send: (runId, _, __, events) => begin(runId, events),
      receive: (runId, _, __, events) => begin(runId, events),
      async stop(runId, how) {
        started.stops.push(how);
        started.runs.find((run) => run.runId === runId)?.events.ended('cancelled');
      },
      open: never,
      kept: async () => [{ key: 'k', bytes: 3, size: 9 }],
      discard: never,
      retain: never,
      counts: async () => ({ runs: 0, openFiles: 0, channels: 0 }),
      lifeLock: async () => name,
    };
    return {
      face,
      end: () => {
        started.isEnded = true;
        started.die();
      },
    };
  }
  const locks = new Map<string, Promise<void>>();
  const client = createChunksClient({
    start,
    transfer: (value) => value,
    proxy: (value) => value,
    async whenFree(lock, signal) {
      waits.add(signal);
      await locks.get(lock);
      waits.delete(signal);
      signal.throwIfAborted();
    },
    isBridged: () => true,
    clock,
    idleMs: 1_000,
  });
  const worker = (at: number): Started => {
    const started = workers[at];
    if (!started) throw new Error(`there is no worker ${at}`);
    return started;
  };
  return { client, clock, workers, worker };
}

const channel = () => createFakeDataChannel().channel;
const told = () => ({ progress: vi.fn(), fileEnded: vi.fn(), ended: vi.fn() });
const settle = () => new Promise((resolve) => setImmediate(resolve));

let world: ReturnType<typeof setUp>;
beforeEach(() => {
  world = setUp();
});
afterEach(() => world.client.end());

it('passes on what the worker tells until a run is over, and nothing after', () => {
  const events = told();
  world.client.receive('r', channel(), [], events);
  const [run] = world.worker(0).runs;
  run?.events.progress('f', 1);
  run?.events.fileEnded('f', 'done');
  run?.events.ended('done');
  run?.events.progress('f', 2);
  run?.events.ended('broken');
  expect(events.progress.mock.calls).toEqual([['f', 1]]);
  expect(events.ended.mock.calls).toEqual([['done']]);
});

it('passes on that it works to who listens to that', () => {
  const working = vi.fn();
  world.client.receive('r', channel(), [], { ...told(), working });
  world.client.receive('s', channel(), [], told());
  const [run, other] = world.worker(0).runs;
  run?.events.working?.();
  other?.events.working?.();
  run?.events.ended('done');
  run?.events.working?.();
  expect(working).toHaveBeenCalledOnce();
});

it('sums up what its runs refused, also of workers that have ended', async () => {
  expect(world.client.refused()).toEqual({});
  world.client.receive('r', channel(), [], told());
  world.client.send('s', channel(), [], told());
  world.worker(0).runs[0]?.over({ malformed: 2, repeated: 1 });
  world.worker(0).runs[1]?.over({});
  await settle();
  world.worker(0).die();
  await settle();
  world.client.receive('r', channel(), [], told());
  world.worker(1).runs[0]?.over({ malformed: 1 });
  await settle();
  expect(world.client.refused()).toEqual({ malformed: 3, repeated: 1 });
});

it('stops a run that is on, and asks nothing about one that is over', async () => {
  const events = told();
  world.client.send('r', channel(), [], events);
  await world.client.stop('r', 'pause');
  expect(events.ended.mock.calls).toEqual([['cancelled']]);
  await world.client.stop('r', 'pause');
  expect(world.worker(0).stops).toEqual(['pause']);
});

it('says how much of each unfinished file is on disk', async () => {
  expect(await world.client.kept()).toEqual(new Map([['k', 3]]));
});

describe.each([
  ['dies', 'die'],
  ['throws', 'fail'],
] as const)('a worker that %s', (_, how) => {
  it('breaks its runs, answers its questions, and is another one at the next use', async () => {
    const [receiving, sending] = [told(), told()];
    world.client.receive('r', channel(), [], receiving);
    world.client.send('s', channel(), [], sending);
    const open = world.client.open('k').catch((error: Error) => error.message);
    const discard = world.client.discard('k').catch((error: Error) => error.message);
    const stopped = world.client.stop('nothing', 'cancel');
    await settle();
    world.worker(0)[how]();
    await settle();
    expect(receiving.ended.mock.calls).toEqual([['broken']]);
    expect(sending.ended.mock.calls).toEqual([['broken']]);
    expect(await Promise.all([open, discard])).toEqual([
      'The worker of files has ended.',
      'The worker of files has ended.',
    ]);
    await stopped;
    expect(world.worker(0).isEnded).toBe(true);

    const next = told();
    world.client.receive('r', channel(), [], next);
    expect(world.workers).toHaveLength(2);
    // Its last words may still come.
    world.worker(0).runs[0]?.events.ended('done');
    expect(next.ended).not.toHaveBeenCalled();
    world.worker(1).runs[0]?.events.ended('done');
    expect(next.ended.mock.calls).toEqual([['done']]);
  });
});

it('ends the worker when nothing is left to do', async () => {
  const events = told();
  world.client.receive('r', channel(), [], events);
  await settle();
  world.clock.jump(1_000);
  await settle();
  expect(world.worker(0).isEnded).toBe(false);
  world.worker(0).runs[0]?.events.ended('done');
  world.clock.jump(1_000);
  await settle();
  expect(world.worker(0).isEnded).toBe(true);
});

it('takes it for no death when it has ended the worker itself', async () => {
  expect(await world.client.kept()).toBeDefined();
  world.client.end();
  const next = told();
  world.client.receive('r', channel(), [], next);
  await settle();
  expect(world.workers).toHaveLength(2);
  expect(next.ended).not.toHaveBeenCalled();
});
