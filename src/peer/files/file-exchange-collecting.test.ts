import { describe, expect, test } from 'vitest';
import { ESSAY, setUpExchange } from './fakes/exchange-fixture.ts';
import { fakeTarget } from './fakes/fake-file-world.ts';
import { canResume, canRetry } from './file-record.ts';

/** A collected file that the disk had no room for, and whose removal goes on until the test says `removed`. */
async function removing() {
  const at = setUpExchange();
  at.collect();
  const run = await at.connect('a');
  let removed = () => {};
  at.world.deps.chunks.discard = () =>
    new Promise((resolve) => {
      removed = resolve;
    });
  run.events.fileEnded(at.world.actionFor('a').id, 'disk-full');
  run.events.ended('disk-full');
  await at.world.clock.settle();
  return { ...at, removed: () => removed() };
}

describe('collecting', () => {
  test('requests, receives, and gives the whole file to the browser; later nothing of it stays', async () => {
    const { world, kept, saved, states, only, collect, connect, finish } = setUpExchange();
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
    const { world, kept, exchange, states, ids, collect, connect } = setUpExchange();
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
    const { world, exchange, states, ids, only, collect, connect, finish } = setUpExchange();
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
    const { world, ids, only, collect, connect } = setUpExchange();
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
    const { world, kept, exchange, states, ids, connect, finish, removed } = await removing();
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
    const { world, kept, exchange, removed } = await removing();
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
    const { world, saved, ids, only, collect, connect, finish, loadAnew } = setUpExchange();
    collect();
    const run = await connect('a');
    run.events.progress(world.actionFor('a').id, 6);
    const key = only().id;
    world.onDisk.set(key, 6);

    const anew = loadAnew();
    await anew.restore();
    expect(only()).toMatchObject({
      id: key,
      fileName: 'essay.docx',
      target: { name: 'Student a' },
      state: { name: 'resumable', bytes: 6 },
    });
    anew.resume(ids());
    const again = await connect('a');
    expect(again.expected?.[0]?.key).toBe(key);
    await finish(again);
    expect(saved).toEqual(['essay.docx']);
  });

  test('clearing one that can be resumed removes its part', async () => {
    const { world, kept, exchange, ids } = setUpExchange();
    kept.set('k', { key: 'k', target: fakeTarget('a'), file: ESSAY });
    await exchange.restore();
    exchange.clear(ids());
    await world.clock.settle();
    expect(world.discarded).toEqual(['k']);
    expect(kept.size).toBe(0);
  });
});
