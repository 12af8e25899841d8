/** The subset of the chunks worker that file exchange uses, in the tab's own types. */

import type { ChunksWorker } from '#protocol/threads/chunks-worker.ts';
import type { TransferEvents } from '#protocol/transfer/transfer-run.ts';

export type SentFile = Parameters<ChunksWorker['send']>[2][number];
export type ExpectedFile = Parameters<ChunksWorker['receive']>[2][number];

export type ChunkRuns = {
  /** Transfers the channel immediately, open or not, because it cannot be transferred later. */
  send(runId: string, channel: RTCDataChannel, files: readonly SentFile[], events: TransferEvents): void;
  receive(
    runId: string,
    channel: RTCDataChannel,
    expected: readonly ExpectedFile[],
    events: TransferEvents,
  ): void;
  /** Never rejects. */
  stop(runId: string, how: 'cancel' | 'discard' | 'pause'): Promise<void>;
  /** A complete received file. */
  open(key: string): Promise<File | undefined>;
  /** Bytes on disk of incomplete files, by key. */
  kept(): Promise<ReadonlyMap<string, number>>;
  discard(key: string): Promise<void>;
};
