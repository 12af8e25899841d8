import { expect, it, vi } from 'vitest';
import { createFakeClock, type FakeClock } from '#protocol/fakes/fake-clock.ts';
import { createChannelPair } from './fakes/channel-pair.ts';
import { digestAtOnce } from './fakes/digest-at-once.ts';
import { bytesOf, createMemoryDisk, createSource } from './fakes/memory-files.ts';
import { receiveFiles } from './receive-files.ts';
import { sendFiles } from './send-files.ts';
import { CHUNK_BYTES } from './transfer.ts';

const CHUNKS = 10;
const READ_MS = 4_000;
/** Who watches a transfer from outside gives up after so long without a word. */
const SILENT_MS = 15_000;

/** Reads a chunk in 4 s: the disk is old, and busy. */
function createSlowSource(clock: FakeClock) {
  const source = createSource('a', bytesOf(CHUNKS * CHUNK_BYTES));
  const read = source.read.bind(source);
  let reading = 0;
  source.read = async (offset, length) => {
    reading += 1;
    await new Promise<void>((resolve) => clock.after(READ_MS, resolve));
    reading -= 1;
    return read(offset, length);
  };
  return { source, isReading: () => reading > 0 };
}

it('says on both sides that it works while it reads for half a minute what the receiver has already', async () => {
  const clock = createFakeClock({ startMs: 0 });
  const { source, isReading } = createSlowSource(clock);
  const releaseBuffer = vi.fn();
  source.releaseBuffer = releaseBuffer;
  const disk = createMemoryDisk();
  const kept = await disk.open({ id: 'a', name: 'a.bin', size: source.size, version: '1', chunks: CHUNKS });
  for (let chunk = 0; chunk < CHUNKS - 1; chunk++) {
    const bytes = source.bytes.slice(chunk * CHUNK_BYTES, (chunk + 1) * CHUNK_BYTES);
    await kept.write(chunk, bytes, await digestAtOnce(bytes));
  }
  await kept.pause();

  const longest = { sender: 0, receiver: 0 };
  const heard = { sender: 0, receiver: 0 };
  const hear = (who: 'sender' | 'receiver') => {
    longest[who] = Math.max(longest[who], clock.now() - heard[who]);
    heard[who] = clock.now();
  };
  const eventsOf = (who: 'sender' | 'receiver') => ({
    progress: () => hear(who),
    working: () => hear(who),
    fileEnded: () => hear(who),
  });
  const pair = createChannelPair();
  const deps = { digest: digestAtOnce, clock };
  const receiver = receiveFiles(pair.right, [{ id: 'a', maxBytes: source.size }], {
    ...deps,
    open: disk.open,
    events: eventsOf('receiver'),
  });
  const sender = sendFiles(pair.left, [source], { ...deps, events: eventsOf('sender') });

  let isOver = false;
  const ends = Promise.all([sender.ended, receiver.ended]).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    // Only reading takes time here.
    await pair.settled();
    if (isReading()) clock.jump(1_000);
  }
  expect(await ends).toEqual(['done', 'done']);
  expect(clock.now()).toBeGreaterThanOrEqual((CHUNKS - 1) * READ_MS);
  expect(longest.sender).toBeLessThan(SILENT_MS);
  expect(longest.receiver).toBeLessThan(SILENT_MS);
  // None of it waits for the collection of garbage.
  expect(releaseBuffer).toHaveBeenCalledTimes(CHUNKS);
});
