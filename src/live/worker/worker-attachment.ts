/** One attachment of this tab to one live worker: its lock, its two channels, and its pending calls. */
import * as Comlink from 'comlink';
import {
  LIVE_WORKER_VERSION,
  type LiveSession,
  type LiveWorker,
  liveWorkerName,
  type TabFace,
} from '#protocol/threads/live-worker.ts';
import type { LiveWorkerHandle } from './spawn-worker.ts';
import type { TabPresence } from './tab-presence.ts';

export type WorkerCall<T> = (worker: LiveWorker, tabId: string) => Promise<T>;

/** Resolves with undefined if no worker is attached, or if it ended or failed before it answered. */
export type AskWorker = <T>(call: WorkerCall<T>) => Promise<T | undefined>;

export type AttachmentDeps = {
  spawn(name: string, onFailed: () => void): LiveWorkerHandle;
  presence: TabPresence;
  newId(): string;
  nowMs(): number;
  session: LiveSession;
  freshToken: TabFace['freshToken'];
  /** The worker sends its data through this port. */
  listen(data: MessagePort): void;
  onLoadFailed(): void;
  onEnded(): void;
};

/** The tab's state when it attaches. */
export type TabState = { visible: boolean; token: string | undefined };

export type WorkerAttachment = ReturnType<typeof createWorkerAttachment>;

type Phase =
  | { name: 'starting' }
  /** The worker has the right version and knows this tab. */
  | { name: 'ready' }
  /** The worker's code could not be loaded. */
  | { name: 'failed' }
  | { name: 'released' };

export function createWorkerAttachment(deps: AttachmentDeps) {
  const { presence, session } = deps;
  const tabId = deps.newId();
  const { port1: data, port2: theirs } = new MessageChannel();
  /** Pending calls; each is settled when no answer will come. */
  const waiting = new Set<() => void>();
  /** Aborts the wait for the worker's end. */
  const over = new AbortController();
  const startedMs = deps.nowMs();
  let phase: Phase = { name: 'starting' };
  let releaseLock = () => {};
  // The worker's script loads while the lock is acquired.
  const handle = deps.spawn(liveWorkerName(session), () => {
    if (phase.name === 'starting') phase = { name: 'failed' };
    deps.onLoadFailed();
  });

  const isReleased = () => phase.name === 'released';

  const attach = ({ visible, token }: TabState) =>
    handle.worker
      .attach(
        { tabId, session, visible, ...(token !== undefined && { token }) },
        Comlink.transfer(theirs, [theirs]),
        Comlink.proxy({ freshToken: (rejected?: string) => deps.freshToken(rejected) }),
      )
      .catch((error: unknown) => {
        console.warn('live worker could not be attached to', error);
        return undefined;
      });

  return {
    isReady: () => phase.name === 'ready',
    hasFailed: () => phase.name === 'failed',
    ageMs: () => deps.nowMs() - startedMs,
    /** `outdated`: another version answered, or none. `tabState` returns the current state. */
    async open(tabState: () => TabState): Promise<'ready' | 'outdated' | 'released'> {
      const release = await presence.holdLock(tabId);
      if (isReleased()) {
        release();
        return 'released';
      }
      releaseLock = release;
      const answer = await attach(tabState());
      if (isReleased()) return 'released';
      if (answer?.version !== LIVE_WORKER_VERSION) return 'outdated';
      phase = { name: 'ready' };
      presence.workerEnded(answer.instance, over.signal).then(deps.onEnded, () => {});
      deps.listen(data);
      return 'ready';
    },
    ask<T>(call: WorkerCall<T>): Promise<T | undefined> {
      return new Promise((resolve) => {
        const settle = (value?: T) => {
          waiting.delete(ended);
          resolve(value);
        };
        const ended = () => settle();
        waiting.add(ended);
        call(handle.worker, tabId).then(settle, (error: unknown) => {
          // An internal failure of the worker; broker outcomes arrive as states.
          console.warn('live worker call failed', error);
          settle();
        });
      });
    },
    /** Whether the worker knows this tab; false if it does not answer in time. */
    isKnown: (withinMs: number): Promise<boolean> =>
      Promise.race([
        handle.worker.knows(tabId).catch(() => false),
        new Promise<boolean>((resolve) => setTimeout(resolve, withinMs, false)),
      ]),
    /** Ends the worker for all tabs. */
    shutdown: () => handle.worker.shutdown().catch(() => {}),
    /** `silently`: the worker is not notified, because it is of another version. */
    release({ silently = false } = {}) {
      if (phase.name === 'ready' && !silently) void handle.worker.detach(tabId).catch(() => {});
      phase = { name: 'released' };
      over.abort();
      for (const ended of [...waiting]) ended();
      data.close();
      releaseLock();
      handle.end();
    },
  };
}

/** Sends calls to the worker that this tab is attached to. */
export type WorkerCalls = ReturnType<typeof createWorkerCalls>;

export function createWorkerCalls() {
  let current: WorkerAttachment | undefined;
  const ask: AskWorker = async (call) => (current?.isReady() ? current.ask(call) : undefined);
  return {
    ask,
    attached(attachment: WorkerAttachment) {
      current = attachment;
    },
    released(attachment: WorkerAttachment) {
      if (current === attachment) current = undefined;
    },
  };
}
