import { beforeEach, describe, expect, test } from 'vitest';
import { createFakeFileWorld, type FakeRun, fakeTarget } from './fakes/fake-file-world.ts';
import { createFileExchange, type FileExchange } from './file-exchange.ts';
import { canResume, canRetry, type FileRecord } from './file-record.ts';
import type { KeptCollect } from './kept-collects.ts';

const ESSAY = { fileName: 'essay.docx', location: '%documents%', size: 10 };
const task = () => new File(['12345'], 'task.pdf');

let world: ReturnType<typeof createFakeFileWorld>;
let kept: Map<string, KeptCollect>;
let saved: string[];
let exchange: FileExchange;

const newExchange = () =>
  createFileExchange({
    ...world.deps,
    kept: {
      put: async (collect) => void kept.set(collect.key, collect),
      delete: async (key) => void kept.delete(key),
      claim: async () => [...kept.values()],
      close: async () => {},
    },
    save: (_, name) => void saved.push(name),
  });

beforeEach(() => {
  world = createFakeFileWorld();
  kept = new Map();
  saved = [];
  exchange = newExchange();
});

const records = () => exchange.get().records;
const states = () => records().map(({ state }) => state.name);
const ids = (list: readonly FileRecord[] = records()) => list.map(({ id }) => id);
const only = (): FileRecord => {
  const [record] = records();
  if (!record) throw new Error('no record');
  return record;
};

async function connect(clientId: string): Promise<FakeRun> {
  await world.sent(clientId);
  return world.dials(clientId);
}

async function finish({ events, files, expected }: FakeRun) {
  for (const { id } of files ?? expected ?? []) events.fileEnded(id, 'done');
  events.ended('done');
  world.visitors.at(-1)?.leave('left');
  await world.clock.settle();
}

describe('sending', () => {
  test('keeps a record for each device and file, from 0 to loaded', async () => {
    exchange.send([fakeTarget('a'), fakeTarget('b')], [task(), new File([], 'empty')], '%downloads%');
    expect(states()).toEqual(['requested', 'requested', 'requested', 'requested']);
    const run = await connect('a');
    const [first] = run.files ?? [];
    run.events.progress(first?.id ?? '', 2);
    expect(only()).toMatchObject({
      fileName: 'task.pdf',
      size: 5,
      target: { name: 'Student a' },
      state: { name: 'progress', bytes: 2 },
    });
    await finish(run);
    await finish(await connect('b'));
    expect(states()).toEqual(['finished', 'finished', 'finished', 'finished']);
    expect(exchange.get().totals.send).toMatchObject({ isRunning: false, finishedCount: 4, fileCount: 4 });
    await world.clock.advance(3_000);
    expect(exchange.counts()).toEqual({ running: 0, waiting: 0, jobs: 0 });
    expect(world.clock.pending()).toBe(0);
  });

  test('feeds six devices at once, and thirty in the end', async () => {
    const targets = Array.from({ length: 30 }, (_, at) => fakeTarget(`c${at}`));
    exchange.send(targets, [task()], '%downloads%');
    expect(exchange.counts()).toMatchObject({ running: 6, waiting: 24 });
    expect(states().filter((name) => name === 'waiting')).toHaveLength(24);
    for (const { recipient } of targets) await finish(await connect(recipient.clientId));
    expect(new Set(states())).toEqual(new Set(['finished']));
    expect(world.actions).toHaveLength(30);
  });

  test('a device that fell silent is offered again, and gets what it has not', async () => {
    exchange.send([fakeTarget('a')], [task(), new File(['x'], 'second')], '%downloads%');
    const run = await connect('a');
    const [first, second] = run.files ?? [];
    run.events.fileEnded(first?.id ?? '', 'done');
    run.events.progress(second?.id ?? '', 1);
    await world.clock.advance(15_000);
    expect(states()).toEqual(['finished', 'failed']);
    expect(records()[1]?.state).toMatchObject({ problem: 'no-answer' });
    exchange.retry(ids());
    expect(states()).toEqual(['finished', 'requested']);
    const again = await connect('a');
    expect(again.files).toMatchObject([{ id: second?.id }]);
    await finish(again);
    expect(states()).toEqual(['finished', 'finished']);
  });

  test('one that failed before the others is offered again at once, and not drawn into their end', async () => {
    exchange.send([fakeTarget('a')], [task(), new File(['x'], 'second')], '%downloads%');
    const run = await connect('a');
    const [first, second] = run.files ?? [];
    run.events.fileEnded(first?.id ?? '', 'disk-full');
    exchange.retry(ids());
    expect(states()).toEqual(['requested', 'waiting']);
    const again = await connect('a');
    expect(again.files).toMatchObject([{ id: first?.id }]);
    again.events.progress(first?.id ?? '', 2);
    run.events.fileEnded(second?.id ?? '', 'done');
    run.events.ended('disk-full');
    await world.clock.settle();
    expect(states()).toEqual(['progress', 'finished']);
    await finish(again);
    expect(states()).toEqual(['finished', 'finished']);
    await world.clock.advance(3_000);
    expect(exchange.counts()).toEqual({ running: 0, waiting: 0, jobs: 0 });
  });

  test('the same file to a device that was gone goes on where it was, in its old line', async () => {
    world.answersPing = false;
    const film = new File(['film'], 'film.mp4', { lastModified: 7 });
    exchange.send([fakeTarget('a'), fakeTarget('b')], [film], '%downloads%');
    const run = await connect('a');
    const id = run.files?.[0]?.id ?? '';
    run.events.progress(id, 3);
    await finish(await connect('b'));
    await world.clock.advance(15_000);
    expect(records()[0]?.state).toMatchObject({ problem: 'disconnected', bytes: 3 });

    const chosenAgain = new File(['film'], 'film.mp4', { lastModified: 7 });
    exchange.send([fakeTarget('a'), fakeTarget('b')], [chosenAgain], '%desktop%');
    expect(records().map(({ target, state }) => [target.name, state])).toEqual([
      ['Student b', { name: 'finished' }],
      ['Student a', { name: 'requested', bytes: 3 }],
      ['Student b', { name: 'requested', bytes: 0 }],
    ]);
    const again = await connect('a');
    expect(again.files).toMatchObject([{ id, file: chosenAgain }]);
    expect(world.actionFor('a').request.parameters).toMatchObject({ filePath: '%desktop%' });
    expect((await connect('b')).files?.[0]?.id).not.toBe(id);
  });

  test('another file of that name begins anew', async () => {
    world.answersPing = false;
    exchange.send([fakeTarget('a')], [new File(['film'], 'film.mp4', { lastModified: 7 })], '%downloads%');
    const run = await connect('a');
    await world.clock.advance(15_000);
    exchange.send([fakeTarget('a')], [new File(['film'], 'film.mp4', { lastModified: 8 })], '%downloads%');
    expect(states()).toEqual(['failed', 'requested']);
    expect((await connect('a')).files?.[0]?.id).not.toBe(run.files?.[0]?.id);
  });

  test('says that it is asking the device before it says that the device is gone, and offers no retry then', async () => {
    let answer: (at: null) => void = () => {};
    world.deps.ping = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    exchange = newExchange();
    exchange.send([fakeTarget('a')], [task()], '%downloads%');
    await world.sent('a');
    await world.clock.advance(15_000);
    expect(states()).toEqual(['checking']);
    expect(exchange.get().totals.send.isRunning).toBe(true);
    answer(null);
    await world.clock.settle();
    expect(only().state).toMatchObject({ name: 'failed', problem: 'disconnected' });
    expect(canRetry(only())).toBe(false);
    exchange.retry(ids());
    expect(states()).toEqual(['failed']);
  });

  test('cancelling takes the running and the waiting, and gives their places to others', async () => {
    const targets = Array.from({ length: 8 }, (_, at) => fakeTarget(`c${at}`));
    exchange.send(targets, [task()], '%downloads%');
    const run = await connect('c0');
    exchange.cancel([...ids().slice(0, 1), ...ids().slice(7)]);
    await world.clock.settle();
    expect(run.stopped).toBe('cancel');
    expect(states()).toEqual(['cancelled', ...Array.from({ length: 6 }, () => 'requested'), 'cancelled']);
    expect(exchange.counts()).toEqual({ running: 6, waiting: 0, jobs: 6 });
  });

  test('clearing takes what is over out of the list, and only that', async () => {
    exchange.send([fakeTarget('a'), fakeTarget('b')], [task()], '%downloads%');
    await finish(await connect('a'));
    exchange.clear(ids());
    expect(records()).toMatchObject([{ target: { name: 'Student b' } }]);
  });

  test('tells speed and time left', async () => {
    exchange.send([fakeTarget('a')], [new File(['x'.repeat(5_000)], 'big')], '%downloads%');
    const run = await connect('a');
    for (let second = 1; second <= 3; second += 1) {
      run.events.progress(run.files?.[0]?.id ?? '', second * 1_000);
      await world.clock.advance(1_000);
    }
    const { bytesPerSecond, secondsLeft } = exchange.get().totals.send;
    // Shown a quarter of a second after the last progress.
    expect(bytesPerSecond).toBeCloseTo(2_000 / 2.25, 0);
    expect(secondsLeft).toBe(3);
  });
});

describe('collecting', () => {
  const collect = () => exchange.collect([{ target: fakeTarget('a'), file: ESSAY }]);

  test('requests, receives, and gives the whole file to the browser; later nothing of it stays', async () => {
    collect();
    const { id } = only();
    const run = await connect('a');
    expect(world.actionFor('a').request).toMatchObject({
      action: 'collectFiles',
      parameters: { selectedFile: ESSAY, peerId: 'tutor-peer' },
    });
    expect(run.expected).toMatchObject([{ id: world.actionFor('a').id, key: id }]);
    run.events.progress(world.actionFor('a').id, 4);
    expect(only().state).toEqual({ name: 'progress', bytes: 4 });
    await finish(run);
    expect(saved).toEqual(['essay.docx']);
    expect(states()).toEqual(['finished']);
    expect(world.discarded).toEqual([]);
    await world.clock.advance(600_000);
    expect(world.discarded).toEqual([id]);
    expect(kept.size).toBe(0);
  });

  test('cancelled: nothing of it stays', async () => {
    collect();
    const run = await connect('a');
    exchange.cancel(ids());
    await world.clock.settle();
    expect(run.stopped).toBe('discard');
    expect(states()).toEqual(['cancelled']);
    expect(world.discarded).toEqual(ids());
    expect(kept.size).toBe(0);
  });

  test('interrupted in the middle it can be resumed, also from a device that was gone', async () => {
    world.answersPing = false;
    collect();
    const run = await connect('a');
    run.events.progress(world.actionFor('a').id, 6);
    await world.clock.advance(15_000);
    expect(only().state).toEqual({ name: 'resumable', bytes: 6, problem: 'disconnected' });
    expect(canResume(only())).toBe(true);
    expect(world.discarded).toEqual([]);
    exchange.resume(ids());
    expect(only().state).toEqual({ name: 'requested', bytes: 6 });
    const again = await connect('a');
    expect(again.expected?.[0]?.key).toBe(run.expected?.[0]?.key);
    expect(again.expected?.[0]?.id).not.toBe(run.expected?.[0]?.id);
    await finish(again);
    expect(states()).toEqual(['finished']);
  });

  test.each(['changed', 'bad-hash', 'disk-full'] as const)('%s: it begins anew', async (end) => {
    collect();
    const run = await connect('a');
    run.events.progress(world.actionFor('a').id, 6);
    run.events.fileEnded(world.actionFor('a').id, end);
    run.events.ended(end);
    await world.clock.settle();
    expect(only().state).toEqual({ name: 'failed', problem: end, bytes: 0 });
    expect(world.discarded).toEqual(ids());
    expect(canRetry(only())).toBe(true);
  });

  test('a retry waits until what came before is removed, and is kept itself', async () => {
    collect();
    const run = await connect('a');
    let removed = () => {};
    world.deps.chunks.discard = () =>
      new Promise((resolve) => {
        removed = resolve;
      });
    run.events.fileEnded(world.actionFor('a').id, 'disk-full');
    run.events.ended('disk-full');
    await world.clock.settle();
    exchange.retry(ids());
    await world.clock.settle();
    expect(states()).toEqual(['requested']);
    expect(world.actions).toHaveLength(1);
    removed();
    await world.clock.settle();
    expect(world.actions).toHaveLength(2);
    expect([...kept.keys()]).toEqual(ids());
    await finish(await connect('a'));
    expect(states()).toEqual(['finished']);
  });

  test('the end of the session waits for what is being removed', async () => {
    collect();
    const run = await connect('a');
    let removed = () => {};
    world.deps.chunks.discard = () =>
      new Promise((resolve) => {
        removed = resolve;
      });
    run.events.fileEnded(world.actionFor('a').id, 'disk-full');
    run.events.ended('disk-full');
    await world.clock.settle();
    let isOver = false;
    const ending = exchange.end().then(() => {
      isOver = true;
    });
    await world.clock.settle();
    expect(isOver).toBe(false);
    removed();
    await ending;
    expect(kept.size).toBe(0);
  });

  test('goes on after the tab was loaded anew, from what is on disk', async () => {
    collect();
    const run = await connect('a');
    run.events.progress(world.actionFor('a').id, 6);
    const key = only().id;
    world.onDisk.set(key, 6);

    exchange = newExchange();
    await exchange.restore();
    expect(only()).toMatchObject({
      id: key,
      fileName: 'essay.docx',
      target: { name: 'Student a' },
      state: { name: 'resumable', bytes: 6 },
    });
    exchange.resume(ids());
    const again = await connect('a');
    expect(again.expected?.[0]?.key).toBe(key);
    await finish(again);
    expect(saved).toEqual(['essay.docx']);
  });

  test('what was finished before the reload is not offered again, and goes in time', async () => {
    kept.set('k', { key: 'k', target: fakeTarget('a'), file: ESSAY, finishedAt: world.clock.nowMs() });
    await exchange.restore();
    expect(records()).toEqual([]);
    await world.clock.advance(600_000);
    expect(world.discarded).toEqual(['k']);
  });

  test('clearing one that can be resumed removes its part', async () => {
    kept.set('k', { key: 'k', target: fakeTarget('a'), file: ESSAY });
    await exchange.restore();
    exchange.clear(ids());
    await world.clock.settle();
    expect(world.discarded).toEqual(['k']);
    expect(kept.size).toBe(0);
  });
});

test('at the end of the session nothing runs on', async () => {
  exchange.send([fakeTarget('a'), fakeTarget('b')], [task()], '%downloads%');
  exchange.collect([{ target: fakeTarget('c'), file: ESSAY }]);
  const run = await connect('a');
  await exchange.end();
  await world.clock.advance(2_000);
  expect(run.stopped).toBe('cancel');
  expect(exchange.counts()).toEqual({ running: 0, waiting: 0, jobs: 0 });
  expect(world.awaited.every(({ isStopped }) => isStopped)).toBe(true);
  expect(world.clock.pending()).toBe(0);
});
