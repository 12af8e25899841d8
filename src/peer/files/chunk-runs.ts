/** What file exchange needs of the chunks worker, in the tab's own terms. */

import type { ChunksWorker } from '#protocol/threads/chunks-worker.ts';
import type { TransferEvents } from '#protocol/transfer/transfer-run.ts';

export type SentFile = Parameters<ChunksWorker['send']>[2][number];
export type ExpectedFile = Parameters<ChunksWorker['receive']>[2][number];

export type ChunkRuns = {
  /** Takes the channel at once, open or not: later it could not be transferred any more. */
  send(runId: string, channel: RTCDataChannel, files: readonly SentFile[], events: TransferEvents): void;
  receive(
    runId: string,
    channel: RTCDataChannel,
    expected: readonly ExpectedFile[],
    events: TransferEvents,
  ): void;
  /** Never rejects. */
  stop(runId: string, how: 'cancel' | 'discard' | 'pause'): Promise<void>;
  /** A received file that is whole. */
  open(key: string): Promise<File | undefined>;
  /** Bytes on disk of what is unfinished, by key. */
  kept(): Promise<ReadonlyMap<string, number>>;
  discard(key: string): Promise<void>;
};
