import { describe, expect, test, vi } from 'vitest';
import { ESSAY, setUpExchange, task } from './fakes/exchange-fixture.ts';
import { fakeTarget } from './fakes/fake-file-world.ts';
import { canSave } from './file-record.ts';

function setUp() {
  const at = setUpExchange();
  return {
    ...at,
    /** The device hands in what it was asked for. */
    arrives: async (clientId: string) => at.finish(await at.connect(clientId)),
    savable: () => at.records().map(canSave),
  };
}

describe('a collected file', () => {
  const class7a = ['a', 'b'].map((clientId) => ({ target: fakeTarget(clientId), file: ESSAY }));

  test('comes with the others in one file, which says whose each is', async () => {
    const { saved, zipped, exchange, arrives, savable } = setUp();
    exchange.collect(class7a);
    await arrives('a');
    expect(saved).toEqual([]);
    await arrives('b');
    expect(saved).toEqual([expect.stringMatching(/^Collected files \d{4}-\d\d-\d\d \d\d\.\d\d\.zip$/)]);
    expect(zipped).toEqual([['Student a - essay.docx', 'Student b - essay.docx']]);
    expect(savable()).toEqual([true, true]);
  });

  test('does not wait for those that fail, are cancelled or come later', async () => {
    const { world, saved, zipped, exchange, ids, connect, arrives, states } = setUp();
    exchange.collect([...class7a, { target: fakeTarget('c'), file: ESSAY }]);
    await arrives('a');
    const { events, expected } = await connect('b');
    events.fileEnded(expected?.[0]?.id ?? '', 'unreadable');
    events.ended('done');
    expect(saved).toEqual([]);
    exchange.cancel(ids().slice(2));
    await world.clock.settle();
    await world.clock.advance(1_000);
    expect([saved, zipped]).toEqual([['Student a - essay.docx'], []]);
    expect(states()).toEqual(['finished', 'failed', 'cancelled']);
  });

  test('comes by itself where the browser has no room for one file', async () => {
    const { world, saved, exchange, arrives } = setUp();
    const warning = vi.spyOn(console, 'warn').mockImplementation(() => {});
    world.zip = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    exchange.collect(class7a);
    for (const clientId of ['a', 'b']) await arrives(clientId);
    expect(saved).toEqual(['Student a - essay.docx', 'Student b - essay.docx']);
    warning.mockRestore();
  });

  test('waits over a reload: it is whole, and can be saved', async () => {
    const { world, zipped, exchange, records, ids, loadAnew, arrives } = setUp();
    exchange.collect(class7a);
    await arrives('a');
    const anew = loadAnew();
    await anew.restore();
    expect(records()).toMatchObject([
      { state: { name: 'finished', hasCopy: true } },
      { state: { name: 'resumable' } },
    ]);
    anew.resume(ids());
    await world.clock.settle();
    await arrives('b');
    anew.save(ids());
    await world.clock.settle();
    expect(zipped).toEqual([['Student a - essay.docx', 'Student b - essay.docx']]);
  });

  test('says so also when it went on after a reload', async () => {
    const { world, saved, exchange, records, ids, loadAnew, arrives } = setUp();
    exchange.collect(class7a);
    await world.clock.settle();
    const anew = loadAnew();
    await anew.restore();
    expect(records()).toMatchObject([{ state: { name: 'resumable' } }, {}]);
    anew.resume(ids());
    await world.clock.settle();
    await arrives('b');
    expect(saved).toEqual(['Student b - essay.docx']);
  });

  test('can be saved again until its copy is dropped, which that puts off', async () => {
    const { world, saved, exchange, records, ids, collect, arrives, savable } = setUp();
    collect();
    expect(savable()).toEqual([false]);
    await arrives('a');
    expect(savable()).toEqual([true]);
    await world.clock.advance(599_000);
    exchange.save(ids());
    await world.clock.settle();
    expect(saved).toEqual(['essay.docx', 'essay.docx']);
    await world.clock.advance(599_000);
    expect([world.discarded, savable()]).toEqual([[], [true]]);
    await world.clock.advance(1_000);
    expect([world.discarded, savable()]).toEqual([ids(), [false]]);
    exchange.save(ids());
    await world.clock.settle();
    expect(saved).toHaveLength(2);
    expect(records()).toMatchObject([{ state: { name: 'finished' } }]);
  });

  describe('after a reload', () => {
    /** Both have handed in, and their copies stay for two hundred seconds more. */
    async function handedIn() {
      const at = setUp();
      at.exchange.collect(class7a);
      for (const clientId of ['a', 'b']) await at.arrives(clientId);
      await at.world.clock.advance(400_000);
      return at;
    }

    test('can be saved for as long as its copy is here, and under the same name', async () => {
      const { world, kept, saved, records, ids, savable, reload } = await handedIn();
      const exchange = await reload();
      expect(records()).toMatchObject([
        { fileName: 'essay.docx', target: { name: 'Student a' }, state: { name: 'finished', hasCopy: true } },
        { target: { name: 'Student b' }, state: { name: 'finished', hasCopy: true } },
      ]);
      const [first, second] = ids();
      exchange.save([first ?? '']);
      await world.clock.settle();
      expect(saved.slice(1)).toEqual(['Student a - essay.docx']);
      await world.clock.advance(200_000);
      expect([savable(), world.discarded]).toEqual([[true, false], [second]]);
      expect([...kept.keys()]).toEqual([first]);
    });

    test('is gone once it was dropped', async () => {
      const { world, kept, ids, savable, reload } = await handedIn();
      const exchange = await reload();
      const [first, second] = ids();
      exchange.drop([first ?? '']);
      expect(savable()).toEqual([false, true]);
      await world.clock.settle();
      expect([world.discarded, [...kept.keys()]]).toEqual([[first], [second]]);
      await reload();
      expect(ids()).toEqual([second]);
    });

    test('is not offered where it was dropped, though it could not be removed', async () => {
      const { world, kept, exchange, ids, reload } = await handedIn();
      const warning = vi.spyOn(console, 'warn').mockImplementation(() => {});
      const { discard } = world.deps.chunks;
      world.deps.chunks.discard = () => Promise.reject(new Error('in use'));
      exchange.drop(ids());
      await reload();
      expect(ids()).toEqual([]);
      expect(warning).toHaveBeenCalledTimes(2);
      warning.mockRestore();
      world.deps.chunks.discard = discard;
      await world.clock.advance(200_000);
      expect([world.discarded.length, kept.size]).toEqual([2, 0]);
    });

    test('is not offered where it was cleared from the list, and goes in time', async () => {
      const { world, kept, exchange, ids, reload } = await handedIn();
      exchange.clear(ids());
      await world.clock.settle();
      expect(world.discarded).toEqual([]);
      await reload();
      expect(ids()).toEqual([]);
      await world.clock.advance(200_000);
      expect([world.discarded.length, kept.size]).toEqual([2, 0]);
    });

    test('is not offered where its time is over or it is not on disk any more', async () => {
      const { world, kept, ids, loadAnew, reload } = await handedIn();
      const open = world.deps.chunks.open;
      const [first, second] = ids();
      world.deps.chunks.open = async (key) => (key === first ? undefined : open(key));
      const anew = await reload();
      expect(ids()).toEqual([second]);
      await anew.end();
      await world.clock.advance(200_000);
      await loadAnew().restore();
      await world.clock.settle();
      expect([ids(), kept.size]).toEqual([[], 0]);
      expect(new Set(world.discarded)).toEqual(new Set([first, second]));
    });

    test('stays for no longer where the clock was set back', async () => {
      const { world, kept, savable, reload } = await handedIn();
      for (const [key, collect] of kept) kept.set(key, { ...collect, finishedAt: world.clock.now() + 9e9 });
      await reload();
      await world.clock.advance(600_000);
      expect([savable(), kept.size]).toEqual([[false, false], 0]);
    });
  });

  test('is not offered any more where the browser has cleared it away', async () => {
    const { world, saved, exchange, ids, collect, arrives, savable } = setUp();
    collect();
    await arrives('a');
    world.deps.chunks.open = async () => undefined;
    exchange.save(ids());
    await world.clock.settle();
    expect([saved, savable()]).toEqual([['essay.docx'], [false]]);
  });
});

test('a file that was sent cannot be saved', async () => {
  const { exchange, records, connect, savable } = setUp();
  exchange.send([fakeTarget('a')], [task()], '%downloads%');
  const { events, files } = await connect('a');
  events.fileEnded(files?.[0]?.id ?? '', 'done');
  events.ended('done');
  expect(records()).toMatchObject([{ state: { name: 'finished' } }]);
  expect(savable()).toEqual([false]);
});
