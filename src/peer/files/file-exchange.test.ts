import { describe, expect, test } from 'vitest';
import { ESSAY, setUpExchange, task } from './fakes/exchange-fixture.ts';
import { fakeTarget } from './fakes/fake-file-world.ts';
import { canRetry } from './file-record.ts';

describe('sending', () => {
  test('keeps a record for each device and file, from 0 to loaded', async () => {
    const { world, exchange, states, only, connect, finish } = setUpExchange();
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
    const { world, exchange, states, connect, finish } = setUpExchange();
    const targets = Array.from({ length: 30 }, (_, at) => fakeTarget(`c${at}`));
    exchange.send(targets, [task()], '%downloads%');
    expect(exchange.counts()).toMatchObject({ running: 6, waiting: 24 });
    expect(states().filter((name) => name === 'waiting')).toHaveLength(24);
    for (const { recipient } of targets) await finish(await connect(recipient.clientId));
    expect(new Set(states())).toEqual(new Set(['finished']));
    expect(world.actions).toHaveLength(30);
  });

  test('a device that fell silent is offered again, and gets what it has not', async () => {
    const { world, exchange, records, states, ids, connect, finish } = setUpExchange();
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
    const { world, exchange, states, ids, connect, finish } = setUpExchange();
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
    const { world, exchange, records, connect, finish } = setUpExchange();
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
    const { world, exchange, states, connect } = setUpExchange();
    world.answersPing = false;
    exchange.send([fakeTarget('a')], [new File(['film'], 'film.mp4', { lastModified: 7 })], '%downloads%');
    const run = await connect('a');
    await world.clock.advance(15_000);
    exchange.send([fakeTarget('a')], [new File(['film'], 'film.mp4', { lastModified: 8 })], '%downloads%');
    expect(states()).toEqual(['failed', 'requested']);
    expect((await connect('a')).files?.[0]?.id).not.toBe(run.files?.[0]?.id);
  });

  function setUpSlowPing() {
    const all = setUpExchange();
    const answers: ((at: null) => void)[] = [];
    all.world.deps.ping = () =>
      new Promise((resolve) => {
        answers.push(resolve);
      });
    return { ...all, exchange: all.loadAnew(), answers };
  }

  test('has failed after 15 s of silence, and says later that the device is gone; no retry is offered then', async () => {
    const { world, exchange, states, ids, only, answers } = setUpSlowPing();
    exchange.send([fakeTarget('a')], [task()], '%downloads%');
    await world.sent('a');
    await world.clock.advance(15_000);
    expect(only().state).toMatchObject({ name: 'failed', problem: 'no-answer' });
    expect(canRetry(only())).toBe(true);
    expect(exchange.get().totals.send.isRunning).toBe(false);
    expect(exchange.counts()).toEqual({ running: 0, waiting: 0, jobs: 0 });
    answers[0]?.(null);
    await world.clock.settle();
    expect(only().state).toMatchObject({ name: 'failed', problem: 'disconnected' });
    expect(canRetry(only())).toBe(false);
    exchange.retry(ids());
    expect(states()).toEqual(['failed']);
  });

  test('what was tried again meanwhile is not touched by news of the attempt before', async () => {
    const { world, exchange, only, ids, answers } = setUpSlowPing();
    exchange.send([fakeTarget('a')], [task()], '%downloads%');
    await world.sent('a');
    await world.clock.advance(15_000);
    exchange.retry(ids());
    answers[0]?.(null);
    await world.clock.settle();
    expect(only().state.name).toBe('requested');
    // The second attempt has failed as well: the first one's news is not its own.
    await world.sent('a');
    await world.clock.advance(15_000);
    expect(only().state).toMatchObject({ name: 'failed', problem: 'no-answer' });
  });

  test('cancelling takes the running and the waiting, and gives their places to others', async () => {
    const { world, exchange, states, ids, connect } = setUpExchange();
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
    const { exchange, records, ids, connect, finish } = setUpExchange();
    exchange.send([fakeTarget('a'), fakeTarget('b')], [task()], '%downloads%');
    await finish(await connect('a'));
    exchange.clear(ids());
    expect(records()).toMatchObject([{ target: { name: 'Student b' } }]);
  });

  test('tells speed and time left', async () => {
    const { world, exchange, connect } = setUpExchange();
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

test('at the end of the session nothing runs on', async () => {
  const { world, exchange, connect } = setUpExchange();
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
