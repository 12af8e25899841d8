/** A transfer between two ends that a test can inspect. */

import { createFakeClock, type FakeClock } from '#protocol/fakes/fake-clock.ts';
import type { FileSource } from '../files.ts';
import { parseControl } from '../frames.ts';
import { receiveFiles } from '../receive-files.ts';
import { sendFiles } from '../send-files.ts';
import type { TransferEnd } from '../transfer.ts';
import { type ChannelPair, createChannelPair } from './channel-pair.ts';
import { digestAtOnce } from './digest-at-once.ts';
import { createMemoryDisk } from './memory-files.ts';

type Disk = ReturnType<typeof createMemoryDisk>;
const clocks: FakeClock[] = [];

/** Number of pending timers of all transfers since the last call. */
export const timersLeft = () => clocks.splice(0).reduce((sum, clock) => sum + clock.pending(), 0);

/** Sends and receives over a channel in memory; `log` has the events of both sides. */
export function startTransfer(
  files: FileSource[],
  {
    disk = createMemoryDisk(),
    pair = createChannelPair(),
    expected = files.map(({ id }) => ({ id, maxBytes: 2 ** 31 })),
  }: { disk?: Disk; pair?: ChannelPair; expected?: { id: string; maxBytes: number }[] } = {},
) {
  const clock = createFakeClock();
  clocks.push(clock);
  const log = { sender: [] as unknown[], receiver: [] as unknown[], progress: [] as number[] };
  const events = (to: unknown[]) => ({
    fileEnded: (id: string, end: TransferEnd) => to.push([id, end]),
    ended: (end: TransferEnd) => to.push(end),
  });
  const receiver = receiveFiles(pair.right, expected, {
    open: disk.open,
    digest: digestAtOnce,
    clock,
    events: events(log.receiver),
  });
  const sender = sendFiles(pair.left, files, {
    digest: digestAtOnce,
    clock,
    events: { ...events(log.sender), progress: (_, bytes) => log.progress.push(bytes) },
  });
  const ends = Promise.all([sender.ended, receiver.ended]);
  return { sender, receiver, ends, disk, pair, clock, log };
}

export const chunksSent = (pair: ChannelPair) =>
  pair.left.sent.filter((message) => typeof message === 'string' && parseControl(message)?.type === 'chunk')
    .length;
