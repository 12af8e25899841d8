import { describe, expect, it } from 'vitest';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { fakeTarget } from './fakes/fake-file-world.ts';
import type { FileRecord } from './file-record.ts';
import { createRecordStore } from './record-store.ts';

const record = (id: string): FileRecord => ({
  id,
  direction: 'collect',
  target: fakeTarget('a'),
  batchId: 'batch',
  fileName: `${id}.txt`,
  size: 10,
  state: { name: 'waiting', bytes: 0 },
});

function setUp() {
  const clock = createFakeClock();
  const store = createRecordStore(clock);
  /** How many files the listeners saw in the list each time, and how many of them had ended. */
  const seen: { files: number; ended: number }[] = [];
  store.subscribe(() => {
    const { records } = store.state();
    const ended = records.filter(({ state }) => state.name === 'finished').length;
    seen.push({ files: records.length, ended });
  });
  return { clock, store, seen };
}

describe('the list of files', () => {
  it('tells of one change at once', () => {
    const { store, seen } = setUp();
    store.add([record('a')]);
    expect(seen).toEqual([{ files: 1, ended: 0 }]);
  });

  it('tells of many changes twice, and the list itself is never late', () => {
    const { clock, store, seen } = setUp();
    for (let at = 0; at < 3_000; at += 1) store.add([record(`${at}`)]);
    for (let at = 0; at < 2_000; at += 1) store.set(`${at}`, { name: 'finished' });
    expect(store.state().records).toHaveLength(3_000);
    expect(store.state().totals.collect.finishedCount).toBe(2_000);
    expect(store.state()).toBe(store.state());
    clock.jump(100);
    expect(seen).toEqual([
      { files: 1, ended: 0 },
      { files: 3_000, ended: 2_000 },
    ]);
    store.set('2500', { name: 'finished' });
    clock.jump(100);
    expect(seen.at(-1)).toEqual({ files: 3_000, ended: 2_001 });
  });

  it('tells nothing after its end', () => {
    const { clock, store, seen } = setUp();
    store.add([record('a')]);
    store.set('a', { name: 'finished' });
    store.end();
    clock.jump(10_000);
    expect(seen).toHaveLength(1);
  });
});
