/** The page's end of the chunks worker, which is started for the first file. */
import * as Comlink from 'comlink';
import type { ChunksWorker, TransferEvents } from '#protocol/chunks-worker.ts';
import { handleOf } from '#protocol/transfer/channel-handle.ts';
import type { FileOffer } from '#protocol/transfer/files.ts';
import { createIdleDoor } from '#protocol/transfer/idle-door.ts';
import type { StopHow } from '#protocol/transfer/transfer-run.ts';
import type { Clock } from '../../core/clock.ts';

export type ReceiveEvents = TransferEvents & { offered(offer: FileOffer): void };

/** `ChunksWorker` as the page calls it: `handle` leaves with everything that can be transferred. */
export type Chunks = {
  receive(
    runId: string,
    channel: RTCDataChannel,
    expected: readonly { id: string; key: string; maxBytes: number }[],
    events: ReceiveEvents,
  ): Promise<void>;
  send(
    runId: string,
    channel: RTCDataChannel,
    files: readonly { id: string; file: Blob; name: string; version: string }[],
    events: TransferEvents,
  ): Promise<void>;
  stopRun(runId: string, how: StopHow): Promise<void>;
  open(key: string): Promise<File | undefined>;
  discard(key: string): Promise<void>;
  /** Nothing of it runs on. */
  stop(): void;
};

const IDLE_MS = 30_000;

export function createChunks(clock: Clock): Chunks {
  const door = createIdleDoor<Comlink.Remote<ChunksWorker>>({
    clock,
    idleMs: IDLE_MS,
    start(onFailed) {
      const worker = new Worker(new URL('../../../workers/chunks/main.ts', import.meta.url), {
        type: 'module',
      });
      worker.addEventListener('error', onFailed);
      return { face: Comlink.wrap<ChunksWorker>(worker), end: () => worker.terminate() };
    },
    isIdle: async (face) => (await face.counts()).runs === 0,
  });
  const passed = (channel: RTCDataChannel) => {
    const { handle, transfer } = handleOf(channel);
    return Comlink.transfer(handle, transfer);
  };
  return {
    receive: (runId, channel, expected, events) =>
      door.use().receive(runId, passed(channel), expected, Comlink.proxy(events)),
    send: (runId, channel, files, events) =>
      door.use().send(runId, passed(channel), files, Comlink.proxy(events)),
    stopRun: (runId, how) => door.use().stop(runId, how),
    open: (key) => door.use().open(key),
    discard: (key) => door.use().discard(key),
    stop: door.end,
  };
}
