/**
 * Listens in on the port by which the live worker sends its batches to the tab, before the product's own code runs;
 * the product needs no hook for it. It can take something off on the way, with class, broker and worker at work as
 * before:
 * - still: batches are held back. A tab that answers none gets no third one, so nothing comes: the page idle.
 * - without records: pictures come, and nothing else that devices say.
 */
import type { ClientChange, LiveBatch } from '#protocol/threads/live-worker.ts';
import { type ActionTimes, timeAction } from './action-probe.ts';
import { type CardTracker, trackCards } from './card-tracker.ts';
import { createPageMeter, type PageMeter } from './measured-page.ts';

/** A picture that reached the tab. Times in epoch ms. */
export type SeenFrame = { clientId: string; at: number; receivedAt: number; tabAt: number };

export type OurPage = PageMeter & {
  beStill(still: boolean): void;
  hearRecords(heard: boolean): void;
  /** Pictures since the last call. */
  takeFrames(): SeenFrame[];
  /** From here on frames are compared with what is in view. `clientOf`: by hostname. */
  track(clientOf: Readonly<Record<string, string>>): void;
  /** Ends that. `late`: frames for cards that had been out of view for longer than a second when the batch left. */
  tracked(): { frames: number; late: number; seconds: number; entrances: number };
  timeAction(button: string): Promise<ActionTimes>;
  /** When the batch left the worker, and came here, in which some device first has this session in its statuses. */
  batchWithSession(sessionId: string): Promise<{ sentAt: number; tabAt: number }>;
};

/** The worker is told every 200 ms what is in view, and batches come every 100 ms; patches go out each second. */
const GRACE_MS = 1_000;

const now = () => performance.timeOrigin + performance.now();
const waiting: (() => void)[] = [];
let still = false;
let records = true;
let frames: SeenFrame[] = [];
let tracking: { tracker: CardTracker; frames: number; late: number } | undefined;
let awaited: { sessionId: string; resolve(at: { sentAt: number; tabAt: number }): void } | undefined;

const ours: OurPage = {
  ...createPageMeter(),
  beStill(next) {
    still = next;
    if (!still) for (const deliver of waiting.splice(0)) deliver();
  },
  hearRecords(heard) {
    records = heard;
  },
  takeFrames() {
    const taken = frames;
    frames = [];
    return taken;
  },
  track(clientOf) {
    tracking = { tracker: trackCards(clientOf), frames: 0, late: 0 };
  },
  tracked() {
    const { tracker, frames: all, late } = tracking ?? raise();
    tracking = undefined;
    tracker.stop();
    return { frames: all, late, ...tracker.inView() };
  },
  timeAction,
  batchWithSession: (sessionId) =>
    new Promise((resolve) => {
      awaited = { sessionId, resolve };
    }),
};
Object.assign(globalThis, { lecternBench: ours });

const isBatch = (data: unknown): data is LiveBatch =>
  typeof data === 'object' && data !== null && 'seq' in data && 'sentAt' in data;

function note(batch: LiveBatch) {
  const tabAt = now();
  for (const { clientId, at, receivedAt } of batch.frames ?? []) {
    frames.push({ clientId, at, receivedAt, tabAt });
    if (!tracking) continue;
    tracking.frames += 1;
    if (tracking.tracker.outOfViewMs(clientId, batch.sentAt) > GRACE_MS) tracking.late += 1;
  }
  if (awaited && batch.watches?.some(({ changes }) => changes.some(hasAwaited))) {
    awaited.resolve({ sentAt: batch.sentAt, tabAt });
    awaited = undefined;
  }
}

const raise = (): never => {
  throw new Error('nothing is tracked');
};

const hasAwaited = ({ statuses }: ClientChange) =>
  awaited !== undefined && (statuses?.screenshareSessionIds.includes(awaited.sessionId) ?? false);

const handlers = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
Object.defineProperty(MessagePort.prototype, 'onmessage', {
  ...handlers,
  set(this: MessagePort, handler: ((event: MessageEvent) => void) | null) {
    handlers?.set?.call(this, (event: MessageEvent) => {
      if (!isBatch(event.data)) return handler?.call(this, event);
      const deliver = () => {
        note(event.data);
        if (!records) delete event.data.watches;
        handler?.call(this, event);
      };
      if (still) waiting.push(deliver);
      else deliver();
    });
  },
});
