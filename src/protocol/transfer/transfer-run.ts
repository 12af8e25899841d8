/** What both directions of a transfer have in common for the code that starts one. */

import type { Clock } from '../clock.ts';
import type { Refusals } from './refusals.ts';
import type { TransferEnd } from './transfer.ts';

/**
 * `cancel` and `discard` end it for the other side too, `discard` removes what came of unfinished files. `pause` looks
 * like a broken connection to the other side.
 */
export type StopHow = 'cancel' | 'discard' | 'pause';

export type TransferRun = {
  /**
   * `done` where every file is; else why the first that is not ended, and `broken` where the channel closed before.
   * Never rejects. By then every file has ended and the channel is closed.
   */
  ended: Promise<TransferEnd>;
  stop(how: StopHow): void;
  refused(): Refusals;
};

/** What a run tells; `progress` at most four times a second for each file. */
export type TransferEvents = {
  /**
   * Bytes that the other side has acknowledged (sending) or that are on disk (receiving). On a slow line a sender also
   * hears of parts of a chunk that came.
   */
  progress(fileId: string, bytes: number): void;
  /** The run goes on, though no byte moves: the sender reads again what the receiver has already. Every 5 s. */
  working?(): void;
  /** This file is over; the others may go on. */
  fileEnded(fileId: string, end: TransferEnd): void;
  /** Nothing further comes. `broken` where the channel closed before all was done. */
  ended(end: TransferEnd): void;
};

/** For each file: progress, then `fileEnded` once. `ended` once, after all. */
export type RunEvents = Partial<TransferEvents>;

export const stopEnd = (how: StopHow): TransferEnd => (how === 'pause' ? 'broken' : 'cancelled');

/**
 * Progress at most so often for each file: with each, the pages of both sides draw, and a processor that is busy with
 * the transfer feels it. A short transfer is seen to move; a long one moves by the second.
 */
const PROGRESS_MS = { first: 250, later: 1_000 };
const LATER_AFTER_MS = 2_000;

/** Passes progress on: four times a second at first, then once a second, and always when all is there. */
export function createProgress(clock: Pick<Clock, 'now'>, tell: RunEvents['progress']) {
  let beganAt: number | undefined;
  let toldAt = Number.NEGATIVE_INFINITY;
  let told = -1;
  return (id: string, bytes: number, size: number) => {
    const now = clock.now();
    beganAt ??= now;
    const every = now - beganAt < LATER_AFTER_MS ? PROGRESS_MS.first : PROGRESS_MS.later;
    // What has come may be told before it is acknowledged.
    if (bytes <= told || (bytes < size && now - toldAt < every)) return;
    told = bytes;
    toldAt = now;
    tell?.(id, bytes);
  };
}
