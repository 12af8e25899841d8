import { afterEach, describe, expect, it } from 'vitest';
import { createChannelPair } from './fakes/channel-pair.ts';
import { bytesOf, createMemoryDisk, createSource } from './fakes/memory-files.ts';
import { startTransfer, timersLeft } from './fakes/start-transfer.ts';
import { parseFrame } from './frames.ts';
import { CHUNK_BYTES } from './transfer.ts';

// Whatever happened, no timer may be left.
afterEach(() => expect(timersLeft()).toBe(0));

describe('a file that cannot be', () => {
  it.each([
    ['too large', { id: 'a', maxBytes: 10 }, 'too-large'],
    ['not expected', { id: 'b', maxBytes: 2 ** 30 }, 'unexpected'],
  ] as const)('is refused when it is %s', async (_, expected, end) => {
    const run = startTransfer([createSource('a', bytesOf(11))], { expected: [expected] });
    expect(await run.sender.ended).toBe(end);
    await run.ends;
    expect(run.disk.files.size).toBe(0);
    expect(Object.keys(run.receiver.refused())).toHaveLength(1);
  });

  it('does not stop the others', async () => {
    const gone = createSource('a', bytesOf(CHUNK_BYTES * 3));
    gone.read = async () => Promise.reject(new Error('NotReadableError'));
    const shrunk = createSource('b', bytesOf(CHUNK_BYTES * 3));
    shrunk.bytes = shrunk.bytes.slice(0, CHUNK_BYTES + 1);
    const run = startTransfer([gone, shrunk, createSource('c', bytesOf(5))]);
    expect(await run.ends).toEqual(['unreadable', 'unreadable']);
    const ends = [['a', 'unreadable'], ['b', 'unreadable'], ['c', 'done'], 'unreadable'];
    expect(run.log.sender).toEqual(ends);
    expect(run.log.receiver).toEqual(ends);
  });

  it('ends when the disk is full, and keeps what came', async () => {
    const disk = createMemoryDisk();
    disk.room = 3;
    const run = startTransfer([createSource('a', bytesOf(10 * CHUNK_BYTES))], { disk });
    expect(await run.ends).toEqual(['disk-full', 'disk-full']);
    expect(disk.files.get('a')?.digests).toHaveLength(3);
    expect(disk.openFiles).toBe(0);
  });

  it('is refused when a bit of a chunk has turned', async () => {
    const pair = createChannelPair();
    let frames = 0;
    pair.tamper((message) => {
      if (typeof message === 'string' || ++frames !== 8) return message;
      const turned = message.slice();
      turned[1_000] = (turned[1_000] ?? 0) ^ 1;
      return turned;
    });
    const run = startTransfer([createSource('a', bytesOf(10 * CHUNK_BYTES))], { pair });
    expect(await run.ends).toEqual(['bad-hash', 'bad-hash']);
    expect(run.receiver.refused()).toEqual({ 'wrong-hash': 1 });
    expect(run.disk.files.get('a')?.digests).toHaveLength(2);
  });

  it.each([
    ['missing', (part: number) => part === 5, 'out-of-order'],
    ['first of its chunk, and missing', (part: number) => part === 3, 'out-of-order'],
  ] as const)('is refused when a part is %s', async (_, isMissing, reason) => {
    const pair = createChannelPair();
    let parts = 0;
    pair.tamper((message) => (typeof message !== 'string' && isMissing(parts++) ? undefined : message));
    const run = startTransfer([createSource('a', bytesOf(4 * CHUNK_BYTES))], { pair });
    expect(await run.ends).toEqual(['bad-chunk', 'bad-chunk']);
    expect(run.receiver.refused()).toEqual({ [reason]: 1 });
  });

  it('is refused when a part comes twice', async () => {
    const pair = createChannelPair();
    pair.tamper((message) => {
      if (typeof message !== 'string' && parseFrame(message)?.chunk === 1) pair.right.deliver(message);
      return message;
    });
    const run = startTransfer([createSource('a', bytesOf(4 * CHUNK_BYTES))], { pair });
    expect(await run.ends).toEqual(['bad-chunk', 'bad-chunk']);
    expect(run.receiver.refused()).toEqual({ repeated: 1 });
  });
});
