import { afterEach, describe, expect, it, vi } from 'vitest';
import { sha256 } from '#protocol/transfer/digest.ts';
import type { FileOffer, FileSink } from '#protocol/transfer/files.ts';
import { chunkLength } from '#protocol/transfer/frames.ts';
import { CHUNK_BYTES } from '#protocol/transfer/transfer.ts';
import { createChunkFiles } from './chunk-files.ts';
import { createFakeFolder } from './fakes/fake-folder.ts';

const SIZE = 2 * CHUNK_BYTES + 100;
const offer: FileOffer = { id: 'a', name: '../../Größe 漢字.txt', size: SIZE, version: '1', chunks: 3 };
const DAY_MS = 24 * 60 * 60 * 1_000;

function setUp({ keepsWhole = false } = {}) {
  const opfs = createFakeFolder();
  const time = { now: 1_000 };
  const files = createChunkFiles({ folder: async () => opfs.folder, now: () => time.now, keepsWhole });
  return { opfs, files, time };
}

const chunkOf = (index: number) => new Uint8Array(chunkLength(SIZE, index)).fill(index + 1);

async function write(sink: FileSink, ...indexes: number[]) {
  for (const index of indexes) await sink.write(index, chunkOf(index), await sha256(chunkOf(index)));
}

afterEach(() => vi.useRealTimers());

describe('a received file', () => {
  it('is named by the hash of its key on disk, never by its own name', async () => {
    const { opfs, files } = setUp();
    const sink = await files.open('../key', offer);
    expect(opfs.held.size).toBe(2);
    for (const name of opfs.held) expect(name).toMatch(/^[0-9a-f]{64}\.(record|data)$/);
    await sink.pause();
    expect(opfs.held.size).toBe(0);
  });

  it('is there when it is whole, and not before', async () => {
    const { files } = setUp();
    const sink = await files.open('k', offer);
    await write(sink, 0, 1, 2);
    expect(await files.whole('k')).toBeUndefined();
    await sink.finish();
    const file = await files.whole('k');
    const expected = Buffer.concat([chunkOf(0), chunkOf(1), chunkOf(2)]);
    expect(Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer()).equals(expected)).toBe(true);
    expect(await files.kept()).toEqual([]);
    expect(files.openFiles()).toBe(0);
    await files.discard('k');
    expect(await files.whole('k')).toBeUndefined();
  });

  it.each(['pause', 'discard', 'finish'] as const)(
    'stays whole where it is offered again: %s',
    async (end) => {
      const { files } = setUp();
      const sink = await files.open('k', offer);
      await write(sink, 0, 1, 2);
      await sink.finish();
      const again = await files.open('k', offer);
      expect(again.kept).toHaveLength(3);
      await again[end]();
      expect((await files.whole('k'))?.size).toBe(SIZE);
    },
  );

  it('is removed where it was whole and is not what is offered', async () => {
    const { opfs, files } = setUp();
    const sink = await files.open('k', offer);
    await write(sink, 0, 1, 2);
    await sink.finish();
    await (await files.open('k', offer)).discard('wrong');
    expect(opfs.files.size).toBe(0);
  });

  it('goes on where it was after a reload, which lets go of it without a word', async () => {
    const { opfs, files } = setUp();
    await write(await files.open('k', offer), 0, 1);
    opfs.held.clear();
    expect(await files.kept()).toEqual([{ key: 'k', bytes: 2 * CHUNK_BYTES, size: SIZE }]);
    const sink = await files.open('k', offer);
    expect(sink.kept).toEqual([await sha256(chunkOf(0)), await sha256(chunkOf(1))]);
    await sink.pause();
  });

  it('does not count a chunk of which only the digest survived', async () => {
    const { opfs, files } = setUp();
    await write(await files.open('k', offer), 0, 1);
    opfs.held.clear();
    const data = [...opfs.files].find(([name]) => name.endsWith('.data'))?.[1];
    data?.fill(0, CHUNK_BYTES);
    const sink = await files.open('k', offer);
    expect(sink.kept).toHaveLength(1);
    await sink.pause();
  });

  it.each([
    ['version', { ...offer, version: '2' }],
    ['size', { ...offer, size: SIZE + 1 }],
  ])('begins anew where the %s is another one', async (_, other) => {
    const { files } = setUp();
    const first = await files.open('k', offer);
    await write(first, 0, 1);
    await first.pause();
    const sink = await files.open('k', other);
    expect(sink.kept).toEqual([]);
    expect(await files.kept()).toMatchObject([{ bytes: 0 }]);
    await sink.pause();
  });

  it('goes on under another id: a call that resumes an earlier one has its own, the key is the same', async () => {
    const { files } = setUp();
    const first = await files.open('k', offer);
    await write(first, 0, 1);
    await first.pause();
    const sink = await files.open('k', { ...offer, id: 'b' });
    expect(sink.kept).toHaveLength(2);
    await sink.pause();
  });

  it('says so when the disk takes less than it was given', async () => {
    const { opfs, files } = setUp();
    const sink = await files.open('k', offer);
    opfs.disk.room = 100;
    await expect(write(sink, 0)).rejects.toThrow('100 of 655360 bytes were written.');
    opfs.disk.room = 1e9;
    await sink.pause();
  });

  it('has all its room from the start, and gives back what it did not need when it is paused', async () => {
    const { opfs, files } = setUp();
    const dataBytes = () => [...opfs.files].find(([name]) => name.endsWith('.data'))?.[1].length;
    const sink = await files.open('k', offer);
    expect(dataBytes()).toBe(SIZE);
    await write(sink, 0, 1);
    await sink.pause();
    expect(dataBytes()).toBe(2 * CHUNK_BYTES);
  });

  it('is refused before anything comes where there is no room for it, and goes on once there is', async () => {
    const { opfs, files } = setUp();
    const first = await files.open('k', offer);
    await write(first, 0);
    await first.pause();
    opfs.disk.quota = SIZE - 1;
    await expect(files.open('k', offer)).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect(files.openFiles()).toBe(0);
    expect(opfs.held.size).toBe(0);
    opfs.disk.quota = SIZE;
    const sink = await files.open('k', offer);
    expect(sink.kept).toHaveLength(1);
    await sink.pause();
  });

  it('leaves nothing when it is discarded', async () => {
    const { opfs, files } = setUp();
    const sink = await files.open('k', offer);
    await write(sink, 0);
    await sink.discard();
    expect(opfs.files.size).toBe(0);
    expect(files.openFiles()).toBe(0);
  });

  it('is discarded as soon as a run that has just ended has let go of it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const { opfs, files } = setUp();
    const sink = await files.open('k', offer);
    await write(sink, 0);
    const discarded = files.discard('k');
    // Hashing takes real time.
    while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
    await sink.pause();
    await vi.advanceTimersByTimeAsync(50);
    await discarded;
    expect(opfs.files.size).toBe(0);
  });

  it('waits for who lets go of it, and not for ever', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const { files } = setUp();
    const first = await files.open('k', offer);
    const second = files.open('k', offer);
    let waitedMs = 0;
    const wait = async (until: Promise<unknown>) => {
      let isOver = false;
      void until.finally(() => {
        isOver = true;
      });
      // Hashing takes real time.
      for (waitedMs = 0; !isOver; waitedMs += 50) {
        await vi.advanceTimersByTimeAsync(50);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    await wait(new Promise((resolve) => setTimeout(resolve, 500)));
    await first.pause();
    await wait(second);
    const third = files.open('k', offer).catch((error: Error) => error.name);
    await wait(third);
    expect(waitedMs).toBeGreaterThanOrEqual(2_000);
    expect(await third).toBe('NoModificationAllowedError');
    expect(files.openFiles()).toBe(1);
  });

  const receive = async (files: ReturnType<typeof createChunkFiles>, key: string) => {
    const sink = await files.open(key, offer);
    await write(sink, 0, 1, 2);
    await sink.finish();
  };

  it.each([true, false])(
    'that is whole stays for as long as its owner lists it, where one does: %s',
    async (keepsWhole) => {
      const { files, time } = setUp({ keepsWhole });
      await receive(files, 'whole');
      await (await files.open('unfinished', offer)).pause();
      time.now += 4 * DAY_MS;
      await files.prune();
      expect((await files.whole('whole')) !== undefined).toBe(keepsWhole);
      expect(await files.kept()).toEqual([]);
    },
  );

  it('goes where its owner lists it no more; what is under way or has just come is not meant', async () => {
    const { files, time } = setUp({ keepsWhole: true });
    for (const key of ['listed', 'forgotten']) await receive(files, key);
    await (await files.open('unfinished', offer)).pause();
    time.now += 1;
    const retained = files.retain(['listed']);
    await receive(files, 'new');
    await retained;
    expect((await files.kept()).map(({ key }) => key)).toEqual(['unfinished']);
    const keys = ['listed', 'forgotten', 'new'];
    const there = await Promise.all(keys.map(async (key) => (await files.whole(key)) !== undefined));
    expect(there).toEqual([true, false, true]);
  });

  it('is removed three days after anybody came for it', async () => {
    const { opfs, files, time } = setUp();
    await (await files.open('old', offer)).pause();
    time.now += 2 * DAY_MS;
    await (await files.open('new', offer)).pause();
    await files.prune();
    expect(opfs.files.size).toBe(4);
    time.now += 2 * DAY_MS;
    await files.prune();
    expect((await files.kept()).map(({ key }) => key)).toEqual(['new']);
  });
});
