/**
 * This tab's attachment to the live worker: its lock, its two channels, and finding a new worker when the old one
 * has died. Screens know nothing of it.
 */
import * as Comlink from 'comlink';
import {
  LIVE_WORKER_VERSION,
  type LiveAck,
  type LiveBatch,
  type LiveSession,
  type LiveWorker,
  liveWorkerName,
} from '#protocol/threads/live-worker.ts';
import type { LiveWorkerDoor } from './spawn-worker.ts';
import type { TabPresence } from './tab-presence.ts';

export type LiveTokens = {
  /** See `TabFace`. */
  freshToken(rejected?: string): Promise<string | undefined>;
  /** The token at hand, so that the first connection waits for nothing. */
  token: string | undefined;
};

export type LiveTabDeps = {
  spawn(name: string, onFailed: () => void): LiveWorkerDoor;
  presence: TabPresence;
  newId(): string;
  nowMs(): number;
  onBatch(batch: LiveBatch): void;
  /** A worker that knows nothing of this tab was attached. */
  onAttached(): void;
  /** No worker can be started for now. */
  onFailed(): void;
  /** The page goes. What is said to the worker now still gets there. */
  onLeaving(): void;
  /** The worker belongs to another version of this program: nothing is said to it any more. */
  onOutdated(): void;
};

export type WorkerCall<T> = (worker: LiveWorker, tabId: string) => Promise<T>;

export type LiveTab = {
  /** Answers undefined where no worker is attached, and where it ended or failed before it had answered. */
  ask<T>(call: WorkerCall<T>): Promise<T | undefined>;
  setToken(token: string): void;
  stop(reason: 'signed-out' | 'switched'): Promise<void>;
};

type Attachment = {
  door: LiveWorkerDoor;
  tabId: string;
  data: MessagePort;
  sinceMs: number;
  /** Calls without an answer so far: they are told when there will be none. */
  waiting: Set<() => void>;
  /** Ends the wait for the worker's end. */
  over: AbortController;
  /** Of the right version, and has heard of this tab. */
  isReady: boolean;
  hasFailed: boolean;
  /** A batch of its could not be dealt with, and that has been reported. */
  hasStumbled: boolean;
  release: () => void;
};

/** A worker that hangs answers nothing, and nobody says so: it is asked. One that has ended releases its lock. */
const CHECK_EVERY_MS = 10_000;
const ANSWER_WITHIN_MS = 3_000;
/** Its script has to be loaded first, perhaps over a slow network. */
const FIRST_ANSWER_WITHIN_MS = 30_000;
/** One that ends again so soon after its start is not started again at once. */
const SHORT_LIFE_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

export function startLiveTab(session: LiveSession, tokens: LiveTokens, deps: LiveTabDeps): LiveTab {
  const { presence } = deps;
  let token = tokens.token;
  let attachment: Attachment | undefined;
  let stopped = false;
  let shortLives = 0;
  let restarting: ReturnType<typeof setTimeout> | undefined;

  async function ask<T>(call: WorkerCall<T>): Promise<T | undefined> {
    const asked = attachment;
    if (!asked?.isReady) return undefined;
    return new Promise((resolve) => {
      const settle = (value?: T) => {
        asked.waiting.delete(ended);
        resolve(value);
      };
      const ended = () => settle();
      asked.waiting.add(ended);
      call(asked.door.worker, asked.tabId).then(settle, (error: unknown) => {
        // A failure of the worker's own; outcomes of the broker come as states.
        console.warn('live worker call failed', error);
        settle();
      });
    });
  }

  async function attach() {
    const tabId = deps.newId();
    const { port1: data, port2: theirs } = new MessageChannel();
    const mine: Attachment = {
      // The worker's script loads while the lock is taken.
      door: deps.spawn(liveWorkerName(session), () => {
        mine.hasFailed = true;
        if (attachment === mine) deps.onFailed();
      }),
      tabId,
      data,
      sinceMs: deps.nowMs(),
      waiting: new Set(),
      over: new AbortController(),
      isReady: false,
      hasFailed: false,
      hasStumbled: false,
      release: () => {},
    };
    attachment = mine;
    const release = await presence.holdLock(tabId);
    if (attachment !== mine) {
      release();
      return;
    }
    mine.release = release;
    const told = { visible: presence.isVisible(), token };
    const answer = await mine.door.worker
      .attach(
        { tabId, session, visible: told.visible, ...(told.token !== undefined && { token: told.token }) },
        Comlink.transfer(theirs, [theirs]),
        Comlink.proxy({ freshToken: (rejected?: string) => tokens.freshToken(rejected) }),
      )
      .catch((error: unknown) => {
        console.warn('live worker could not be attached to', error);
        return undefined;
      });
    if (attachment !== mine) return;
    if (answer?.version !== LIVE_WORKER_VERSION) {
      stop();
      letGo();
      deps.onOutdated();
      return;
    }
    mine.isReady = true;
    presence.workerEnded(answer.instance, mine.over.signal).then(
      () => replace(mine),
      () => {},
    );
    data.onmessage = ({ data: batch }: MessageEvent<LiveBatch>) => {
      try {
        deps.onBatch(batch);
      } catch (error) {
        // The next batch may well do it again.
        if (!mine.hasStumbled) console.error('a batch of the live worker could not be shown', error);
        mine.hasStumbled = true;
      } finally {
        // Without an answer to two of them the worker would send nothing more.
        data.postMessage({ ack: batch.seq } satisfies LiveAck);
      }
    };
    // What changed while the worker was starting.
    if (presence.isVisible() !== told.visible) tellVisible(!told.visible);
    if (token !== undefined && token !== told.token) tellToken(token);
    deps.onAttached();
  }

  const tellVisible = (visible: boolean) => void ask((worker, tabId) => worker.setVisible(tabId, visible));
  const tellToken = (next: string) => void ask((worker, tabId) => worker.setToken(tabId, next));

  /** Says nothing to the worker. */
  function letGo() {
    clearTimeout(restarting);
    if (!attachment) return;
    const { waiting, over, data, release, door } = attachment;
    attachment = undefined;
    over.abort();
    for (const ended of [...waiting]) ended();
    data.close();
    release();
    door.end();
  }

  function detach() {
    if (attachment?.isReady) void attachment.door.worker.detach(attachment.tabId).catch(() => {});
    letGo();
  }

  function replace(gone: Attachment) {
    if (stopped || attachment !== gone) return;
    detach();
    shortLives = deps.nowMs() - gone.sinceMs < SHORT_LIFE_MS ? shortLives + 1 : 0;
    if (shortLives < 2) {
      void attach();
      return;
    }
    deps.onFailed();
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (shortLives - 2), LONGEST_PAUSE_MS);
    restarting = setTimeout(() => void attach(), pauseMs);
  }

  async function check() {
    const checked = attachment;
    if (!checked) return;
    if (!checked.isReady) {
      if (checked.hasFailed || deps.nowMs() - checked.sinceMs >= FIRST_ANSWER_WITHIN_MS) replace(checked);
      return;
    }
    const known = await Promise.race([
      checked.door.worker.knows(checked.tabId).catch(() => false),
      new Promise<boolean>((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS, false)),
    ]);
    if (!known) replace(checked);
  }

  const stops = [
    presence.onVisibility((visible) => {
      tellVisible(visible);
      if (visible) void check();
    }),
    presence.onPage((event) => {
      if (event === 'left') {
        deps.onLeaving();
        detach();
      } else void attach();
    }),
  ];
  const checking = setInterval(() => {
    if (presence.isVisible()) void check();
  }, CHECK_EVERY_MS);

  function stop() {
    stopped = true;
    clearInterval(checking);
    for (const undo of stops) undo();
  }

  void attach();

  return {
    ask,
    setToken(next) {
      token = next;
      tellToken(next);
    },
    async stop(reason) {
      if (stopped) return;
      stop();
      if (reason === 'signed-out' && attachment?.isReady)
        await attachment.door.worker.shutdown().catch(() => {});
      detach();
    },
  };
}
