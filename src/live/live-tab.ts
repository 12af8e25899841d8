/**
 * This tab's attachment to the live worker: its lock, its two channels, and finding a new worker when the old one
 * has died. Screens know nothing of it.
 */
import * as Comlink from 'comlink';
import {
  type LiveAck,
  type LiveBatch,
  type LiveSession,
  type LiveWorker,
  liveWorkerName,
} from '#protocol/live-worker.ts';
import type { LiveWorkerDoor } from './spawn-worker.ts';
import type { TabPresence } from './tab-presence.ts';

export type LiveTokens = {
  /** A token good for at least 30 s, refreshed if need be; undefined when signed out. */
  freshToken(): Promise<string | undefined>;
  /** The token at hand, so that the first connection waits for nothing. */
  token: string | undefined;
};

export type LiveTabDeps = {
  spawn(name: string, onFailed: () => void): LiveWorkerDoor;
  presence: TabPresence;
  newId(): string;
  onBatch(batch: LiveBatch): void;
  /** A worker that knows nothing of this tab was attached. */
  onAttached(): void;
  /** No worker can be started. */
  onFailed(): void;
};

export type LiveTab = {
  send(call: (worker: LiveWorker, tabId: string) => Promise<unknown>): void;
  setToken(token: string): void;
  stop(reason: 'signed-out' | 'switched'): Promise<void>;
};

type Attachment = {
  door: LiveWorkerDoor;
  tabId: string;
  data: MessagePort;
  release: (() => void) | undefined;
};

/** A worker that has died answers nothing, and nobody says so: it is asked. */
const CHECK_EVERY_MS = 10_000;
const ANSWER_WITHIN_MS = 3_000;

export function startLiveTab(session: LiveSession, tokens: LiveTokens, deps: LiveTabDeps): LiveTab {
  const { presence } = deps;
  let token = tokens.token;
  let attachment: Attachment | undefined;
  /** The one that still waits for its lock. */
  let pending: Attachment | undefined;
  let stopped = false;

  function send(call: (worker: LiveWorker, tabId: string) => Promise<unknown>) {
    if (!attachment) return;
    const { door, tabId } = attachment;
    call(door.worker, tabId).catch((error: unknown) => {
      // A failure of the worker's own; outcomes of the broker come as states.
      console.warn('live worker call failed', error);
    });
  }

  async function attach() {
    const tabId = deps.newId();
    // The worker's script loads while the lock is taken.
    const door = deps.spawn(liveWorkerName(session), deps.onFailed);
    const { port1: data, port2: theirs } = new MessageChannel();
    const mine: Attachment = { door, tabId, data, release: undefined };
    attachment = undefined;
    pending = mine;
    const release = await presence.holdLock(tabId);
    if (pending !== mine) {
      release();
      door.end();
      return;
    }
    mine.release = release;
    pending = undefined;
    attachment = mine;
    data.onmessage = ({ data: batch }: MessageEvent<LiveBatch>) => {
      deps.onBatch(batch);
      data.postMessage({ ack: batch.seq } satisfies LiveAck);
    };
    const visible = presence.isVisible();
    const face = { freshToken: () => tokens.freshToken() };
    send((worker) =>
      worker.attach(
        { tabId, session, visible, ...(token !== undefined && { token }) },
        Comlink.transfer(theirs, [theirs]),
        Comlink.proxy(face),
      ),
    );
    deps.onAttached();
  }

  function detach() {
    pending = undefined;
    if (!attachment) return;
    const { door, tabId, data, release } = attachment;
    attachment = undefined;
    void door.worker.detach(tabId).catch(() => {});
    data.close();
    release?.();
    door.end();
  }

  async function check() {
    const checked = attachment;
    if (!checked) return;
    const known = await Promise.race([
      checked.door.worker.knows(checked.tabId).catch(() => false),
      new Promise<boolean>((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS, false)),
    ]);
    if (known || stopped || attachment !== checked) return;
    detach();
    await attach();
  }

  const stops = [
    presence.onVisibility((visible) => {
      send((worker, tabId) => worker.setVisible(tabId, visible));
      if (visible) void check();
    }),
    presence.onPage((event) => {
      if (event === 'left') detach();
      else void attach();
    }),
  ];
  const checking = setInterval(() => {
    if (presence.isVisible()) void check();
  }, CHECK_EVERY_MS);
  void attach();

  return {
    send,
    setToken(next) {
      token = next;
      send((worker, tabId) => worker.setToken(tabId, next));
    },
    async stop(reason) {
      if (stopped) return;
      stopped = true;
      clearInterval(checking);
      for (const stop of stops) stop();
      if (reason === 'signed-out') await attachment?.door.worker.shutdown().catch(() => {});
      detach();
    },
  };
}
