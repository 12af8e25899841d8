/**
 * Listens in on the ports between the tab and the live worker, before the product's own code runs; the product needs
 * no hook for it. Two kinds of idle page come of it, with class and broker at work as before:
 * - still: batches are held back. A tab that answers none gets no third one, so nothing at all comes.
 * - without pictures: the worker is told that no card is in view. Everything but pictures comes.
 */
import type { ClientChange, LiveBatch, WatchView } from '#protocol/live-worker.ts';
import { type ActionTimes, timeAction } from './action-probe.ts';
import { type CardTracker, trackCards } from './card-tracker.ts';
import { createPageMeter, type PageMeter } from './measured-page.ts';

/** A picture that reached the tab. Times in epoch ms. */
export type SeenFrame = { clientId: string; at: number; receivedAt: number; tabAt: number };

export type OurPage = PageMeter & {
  beStill(still: boolean): void;
  showPictures(shown: boolean): void;
  /** Pictures since the last call. */
  takeFrames(): SeenFrame[];
  /** What the tab last told the worker to be in view. */
  told(): readonly string[];
  /** From here on frames are compared with what is in view. `clientOf`: by hostname. */
  track(clientOf: Readonly<Record<string, string>>): void;
  /** Ends that. `late`: frames for cards that had been out of view for longer than a second when the batch left. */
  tracked(): { frames: number; late: number; seconds: number; entrances: number };
  timeAction(button: string): Promise<ActionTimes>;
  /** When the batch left the worker, and came here, in which some device first has this session in its statuses. */
  batchWithSession(sessionId: string): Promise<{ sentAt: number; tabAt: number }>;
};

/** How Comlink calls `look(tabId, watchId, view)`. */
type LookCall = {
  type: 'APPLY';
  path: ['look'];
  argumentList: [unknown, unknown, { type: 'RAW'; value: WatchView }];
};

/** The worker is told every 200 ms what is in view, and batches come every 100 ms; patches go out each second. */
const GRACE_MS = 1_000;

const now = () => performance.timeOrigin + performance.now();
const waiting: (() => void)[] = [];
let still = false;
let pictures = true;
let frames: SeenFrame[] = [];
let lastLook: { port: MessagePort; call: LookCall } | undefined;
let tracking: { tracker: CardTracker; frames: number; late: number } | undefined;
let awaited: { sessionId: string; resolve(at: { sentAt: number; tabAt: number }): void } | undefined;

const ours: OurPage = {
  ...createPageMeter(),
  beStill(next) {
    still = next;
    if (!still) for (const deliver of waiting.splice(0)) deliver();
  },
  showPictures(next) {
    pictures = next;
    if (lastLook) post.call(lastLook.port, asShown(lastLook.call));
  },
  takeFrames() {
    const taken = frames;
    frames = [];
    return taken;
  },
  told: () => lastLook?.call.argumentList[2].value.visible ?? [],
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

const isLook = (data: unknown): data is LookCall =>
  typeof data === 'object' && data !== null && (data as LookCall).path?.[0] === 'look';

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
        handler?.call(this, event);
      };
      if (still) waiting.push(deliver);
      else deliver();
    });
  },
});

const post = MessagePort.prototype.postMessage as (message: unknown, transfer?: Transferable[]) => void;
MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown, transfer?: unknown) {
  if (isLook(message)) {
    lastLook = { port: this, call: message };
    return post.call(this, asShown(message));
  }
  return post.call(this, message, transfer as Transferable[] | undefined);
};

function asShown(call: LookCall): LookCall {
  const [tabId, watchId, { value }] = call.argumentList;
  const view = pictures ? value : { ...value, visible: [] };
  return { ...call, argumentList: [tabId, watchId, { type: 'RAW', value: view }] };
}
