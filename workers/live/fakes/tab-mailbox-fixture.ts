/** The mailbox of one tab on a fake clock, and the batches that it has sent. */

import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import type { LiveBatch, ThumbnailFrame } from '#protocol/threads/live-worker.ts';
import { createTabMailbox } from '../tabs/tab-mailbox.ts';
import { createFakeBitmaps } from './fake-bitmap.ts';

export function setUpTabMailbox() {
  const clock = createFakeClock();
  const bitmaps = createFakeBitmaps();
  const batches: LiveBatch[] = [];
  const transferred: number[] = [];
  let ready = 0;
  const mailbox = createTabMailbox({
    clock,
    port: {
      postMessage(batch, transfer) {
        batches.push(batch);
        transferred.push(transfer.length);
      },
    },
    onReady: () => {
      ready += 1;
    },
  });
  const frame = (clientId: string, watchId = 'w1'): ThumbnailFrame => ({
    watchId,
    clientId,
    display: 'd1',
    bitmap: bitmaps.make(clientId),
    at: 1,
    receivedAt: 2,
  });
  return { clock, mailbox, batches, transferred, bitmaps, frame, readyCount: () => ready };
}
