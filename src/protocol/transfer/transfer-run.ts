/** Parts that both directions of a transfer share, for the code that starts one. */

import type { Clock } from '../clock.ts';
import type { Refusals } from './refusals.ts';
import type { TransferEnd } from './transfer.ts';

/**
 * `cancel` and `discard` end it for the other side, too; `discard` removes received chunks of unfinished
 * files. For the other side, `pause` looks like a broken connection.
 */
export type StopHow = 'cancel' | 'discard' | 'pause';

export type TransferRun = {
  /**
   * `done` if every file is; otherwise the end of the first that is not, and `broken` if the channel closed
   * before. Never rejects. By then every file has ended and the channel is closed.
   */
  ended: Promise<TransferEnd>;
  stop(how: StopHow): void;
  refused(): Refusals;
};

/** Events of a run; `progress` at most four times a second for each file. */
export type TransferEvents = {
  /**
   * Bytes that the other side has acknowledged (sending) or that are on disk (receiving). On a slow line a
   * sender also receives reports on parts of a chunk.
   */
  progress(fileId: string, bytes: number): void;
  /** The run continues without moving bytes: the sender reads again what the receiver has. Every 5 s. */
  working?(): void;
  /** This file has ended; others may continue. */
  fileEnded(fileId: string, end: TransferEnd): void;
  /** No event follows. `broken` if the channel closed before everything was done. */
  ended(end: TransferEnd): void;
};

/** For each file: progress, then `fileEnded` once. `ended` once, after all. */
export type RunEvents = Partial<TransferEvents>;

export const stopEnd = (how: StopHow): TransferEnd => (how === 'pause' ? 'broken' : 'cancelled');

/**
 * Minimum interval of progress for each file, because the pages of both sides render each report, and a
 * processor that is busy with the transfer feels it. A short transfer moves visibly; a long one every second.
 */
const REPORT_INTERVAL_MS = { first: 250, later: 1_000 };
/** How long the first interval applies. */
const WINDOW_MS = 2_000;

/** Passes progress on: four times a second at first, then once a second, and always at the end. */
export function createProgress(clock: Pick<Clock, 'now'>, report: RunEvents['progress']) {
  let beganAt: number | undefined;
  let reportedAt = Number.NEGATIVE_INFINITY;
  let reportedBytes = -1;
  return (id: string, bytes: number, size: number) => {
    const now = clock.now();
    beganAt ??= now;
    const intervalMs = now - beganAt < WINDOW_MS ? REPORT_INTERVAL_MS.first : REPORT_INTERVAL_MS.later;
    // Received bytes may be reported before they are acknowledged.
    if (bytes <= reportedBytes || (bytes < size && now - reportedAt < intervalMs)) return;
    reportedBytes = bytes;
    reportedAt = now;
    report?.(id, bytes);
  };
}
