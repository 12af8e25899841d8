import { afterEach, describe, expect, it } from 'vitest';
import { createChannelPair } from './fakes/channel-pair.ts';
import { bytesOf, createMemoryDisk, createSource } from './fakes/memory-files.ts';
import { chunksSent, startTransfer, timersLeft } from './fakes/start-transfer.ts';
import { parseControl } from './frames.ts';
import { CHUNK_BYTES } from './transfer.ts';

// Whatever happened, no timer may be left.
afterEach(() => expect(timersLeft()).toBe(0));

describe('a transfer', () => {
  it('brings a file of several chunks to the disk, byte for byte', async () => {
    const source = createSource('a', bytesOf(5 * CHUNK_BYTES + 17));
    const { ends, disk, log, pair } = startTransfer([source]);
    expect(await ends).toEqual(['done', 'done']);
    expect(disk.files.get('a')).toMatchObject({ isWhole: true });
    expect(Buffer.compare(disk.files.get('a')?.data ?? new Uint8Array(), source.bytes)).toBe(0);
    expect(log.sender).toEqual([['a', 'done'], 'done']);
    expect(log.receiver).toEqual([['a', 'done'], 'done']);
    expect(log.progress.at(-1)).toBe(source.size);
    expect(disk.openFiles).toBe(0);
    expect(pair.left.isOpen() || pair.right.isOpen()).toBe(false);
  });

  it('takes an empty file as one empty chunk', async () => {
    const { ends, disk, pair } = startTransfer([createSource('empty', new Uint8Array())]);
    expect(await ends).toEqual(['done', 'done']);
    expect(disk.files.get('empty')).toMatchObject({ isWhole: true });
    expect(chunksSent(pair)).toBe(1);
  });

  it('brings five files one after the other', async () => {
    const sources = [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1].map((size, index) =>
      createSource(`f${index}`, bytesOf(size, index)),
    );
    const { ends, disk } = startTransfer(sources);
    expect(await ends).toEqual(['done', 'done']);
    for (const { id, bytes } of sources) {
      expect(Buffer.compare(disk.files.get(id)?.data ?? new Uint8Array(1), bytes)).toBe(0);
    }
  });

  it('keeps to messages of the size that the channel takes', async () => {
    const { ends, pair } = startTransfer([createSource('a', bytesOf(CHUNK_BYTES + 5))], {
      pair: createChannelPair(16_384),
    });
    expect(await ends).toEqual(['done', 'done']);
    const sizes = pair.left.sent.filter((message) => typeof message !== 'string').map(({ length }) => length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(16_384);
  });

  it('never has more than six chunks unacknowledged, and reads no more than one ahead', async () => {
    const source = createSource('a', bytesOf(20 * CHUNK_BYTES));
    const disk = createMemoryDisk();
    const { ends, sender, pair } = startTransfer([source], {
      disk: {
        ...disk,
        open: async (offer) => ({ ...(await disk.open(offer)), write: () => new Promise(() => {}) }),
      },
    });
    await pair.settled();
    expect(chunksSent(pair)).toBe(6);
    expect(source.reads).toBe(7);
    sender.stop('cancel');
    pair.cut();
    expect(await sender.ended).toBe('cancelled');
    void ends;
  });
});

describe('a connection that breaks', () => {
  it.each([0.1, 0.5, 0.99])(
    'after %f of the file leaves what came, and the next one goes on there',
    async (share) => {
      const source = createSource('a', bytesOf(12 * CHUNK_BYTES + 3));
      const pair = createChannelPair();
      pair.cutAfter(source.size * share);
      const first = startTransfer([source], { pair });
      expect(await first.ends).toEqual(['broken', 'broken']);
      expect(first.log.sender).toEqual([['a', 'broken'], 'broken']);
      expect(first.disk.openFiles).toBe(0);
      const kept = first.disk.files.get('a')?.digests.length ?? 0;
      expect(kept).toBeGreaterThan(12 * share - 8);

      const second = startTransfer([source], { disk: first.disk });
      expect(await second.ends).toEqual(['done', 'done']);
      expect(chunksSent(second.pair)).toBe(13 - kept);
      expect(Buffer.compare(first.disk.files.get('a')?.data ?? new Uint8Array(), source.bytes)).toBe(0);
    },
  );

  it('goes on from nothing where the file has another version', async () => {
    const disk = createMemoryDisk();
    const pair = createChannelPair();
    pair.cutAfter(3 * CHUNK_BYTES);
    await startTransfer([createSource('a', bytesOf(6 * CHUNK_BYTES), '1')], { disk, pair }).ends;
    const second = startTransfer([createSource('a', bytesOf(6 * CHUNK_BYTES, 2), '2')], { disk });
    expect(await second.ends).toEqual(['done', 'done']);
    expect(chunksSent(second.pair)).toBe(6);
  });

  it('finds out that the content is another one under the same version, and removes what was there', async () => {
    const disk = createMemoryDisk();
    const pair = createChannelPair();
    pair.cutAfter(3 * CHUNK_BYTES);
    await startTransfer([createSource('a', bytesOf(6 * CHUNK_BYTES))], { disk, pair }).ends;
    const second = startTransfer([createSource('a', bytesOf(6 * CHUNK_BYTES, 9))], { disk });
    expect(await second.ends).toEqual(['changed', 'changed']);
    expect(second.log.receiver).toContainEqual(['a', 'changed']);
    expect(disk.files.has('a')).toBe(false);
  });

  it('is told of files that are whole already, as done', async () => {
    const { ends, pair } = startTransfer([createSource('a', bytesOf(9))]);
    pair.tamper((message) => {
      if (typeof message === 'string' && parseControl(message)?.type === 'bye') pair.cut();
      return message;
    });
    expect(await ends).toEqual(['done', 'done']);
  });
});

describe('either side', () => {
  it.each(['sender', 'receiver'] as const)('as %s may cancel, and both hear it', async (who) => {
    const run = startTransfer([createSource('a', bytesOf(30 * CHUNK_BYTES))]);
    await run.disk.whenWritten(3);
    run[who].stop('cancel');
    expect(await run.ends).toEqual(['cancelled', 'cancelled']);
    expect(run.log.sender).toEqual([['a', 'cancelled'], 'cancelled']);
    expect(run.log.receiver).toEqual([['a', 'cancelled'], 'cancelled']);
    expect(run.disk.openFiles).toBe(0);
    expect(run.disk.files.has('a')).toBe(true);
  });

  it('keeps nothing when the receiver discards', async () => {
    const run = startTransfer([createSource('a', bytesOf(30 * CHUNK_BYTES))]);
    await run.disk.whenWritten(3);
    run.receiver.stop('discard');
    await run.ends;
    expect(run.disk.files.has('a')).toBe(false);
  });

  it('looks broken to the other when it pauses', async () => {
    const run = startTransfer([createSource('a', bytesOf(30 * CHUNK_BYTES))]);
    await run.disk.whenWritten(3);
    run.receiver.stop('pause');
    expect(await run.ends).toEqual(['broken', 'broken']);
  });

  it('asks for a sign of life after 5 s, and gives up after 15 s without progress', async () => {
    const run = startTransfer([createSource('a', bytesOf(30 * CHUNK_BYTES))]);
    await run.disk.whenWritten(3);
    run.pair.fallSilent();
    await run.pair.settled();
    run.clock.jump(5_000);
    expect(run.pair.left.sent.at(-1)).toBe('{"type":"ping"}');
    run.clock.jump(10_000);
    expect(await run.ends).toEqual(['silent', 'silent']);
    expect(run.disk.openFiles).toBe(0);
  });
});

it('a chunk that takes half a minute to come is progress all the while', async () => {
  const pair = createChannelPair(65_536);
  const { sender, receiver, ends, clock, log } = startTransfer([createSource('a', bytesOf(CHUNK_BYTES))], {
    pair,
  });
  const held: (() => void)[] = [];
  pair.tamper((message) => {
    if (typeof message === 'string' && held.length === 0) return message;
    held.push(() => pair.right.deliver(message));
    return undefined;
  });
  await pair.settled();
  expect(held.length).toBeGreaterThan(9);
  const told: number[] = [];
  for (const deliver of held.slice(0, 6)) {
    deliver();
    clock.jump(5_000);
    await pair.settled();
    told.push(log.progress.at(-1) ?? 0);
  }
  expect(told).toEqual([...told].sort((a, b) => a - b));
  expect(new Set(told).size).toBeGreaterThan(4);
  receiver.stop('cancel');
  expect(await sender.ended).toBe('cancelled');
  pair.cut();
  await ends;
});
