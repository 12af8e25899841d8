/** Keeps this tab attached to a live worker, and finds a new one when it has ended, unnoticed by screens. */
import { backOffMs } from '#domain/back-off.ts';
import type { LiveSession } from '#protocol/threads/live-worker.ts';
import {
  type AttachmentDeps,
  createWorkerAttachment,
  type WorkerAttachment,
  type WorkerCalls,
} from './worker-attachment.ts';

export type LiveTokens = {
  /** See `TabFace`. */
  freshToken(rejected?: string): Promise<string | undefined>;
  /** The current token, so that the first connection need not wait. */
  token: string | undefined;
};

export type LiveTabDeps = Pick<AttachmentDeps, 'spawn' | 'presence' | 'newId' | 'nowMs' | 'listen'> & {
  calls: WorkerCalls;
  /** A new worker, which has no state of this tab, was attached. */
  onAttached(): void;
  /** No worker can be started for now. */
  onFailed(): void;
  /** The page is unloading. Calls to the worker are still delivered. */
  onLeaving(): void;
  /** The worker belongs to another version of the console, so it gets no more calls. */
  onOutdated(): void;
};

export type LiveTab = {
  setToken(token: string): void;
  stop(reason: 'signed-out' | 'switched'): Promise<void>;
};

/** A worker that has ended releases its lock, but one that hangs does not, so it is polled. */
const CHECK_INTERVAL_MS = 10_000;
const REPLY_TIMEOUT_MS = 3_000;
/** The worker's script is loaded first, perhaps over a slow network. */
const START_TIMEOUT_MS = 30_000;
/** A worker that ends repeatedly so soon after its start is restarted after a pause. */
const MIN_DURATION_MS = 10_000;
const BACK_OFF = { minMs: 500, maxMs: 10_000 };

export function startLiveTab(session: LiveSession, tokens: LiveTokens, deps: LiveTabDeps): LiveTab {
  const { presence, calls } = deps;
  const { ask } = calls;
  let token = tokens.token;
  let attachment: WorkerAttachment | undefined;
  let isStopped = false;
  let shortLives = 0;
  let restarting: ReturnType<typeof setTimeout> | undefined;

  const sendVisible = (visible: boolean) => void ask((worker, tabId) => worker.setVisible(tabId, visible));
  const sendToken = (next: string) => void ask((worker, tabId) => worker.setToken(tabId, next));

  async function attach() {
    release();
    const mine = createWorkerAttachment({
      ...deps,
      session,
      freshToken: tokens.freshToken,
      onLoadFailed() {
        if (attachment === mine) deps.onFailed();
      },
      onEnded: () => replace(mine),
    });
    attachment = mine;
    calls.attached(mine);
    let sent = { visible: true, token };
    const outcome = await mine.open(() => {
      sent = { visible: presence.isVisible(), token };
      return sent;
    });
    if (outcome === 'outdated') {
      stop();
      release({ silently: true });
      deps.onOutdated();
    }
    if (outcome !== 'ready') return;
    // Send changes that happened while the worker was starting.
    if (presence.isVisible() !== sent.visible) sendVisible(!sent.visible);
    if (token !== undefined && token !== sent.token) sendToken(token);
    deps.onAttached();
  }

  function release(how?: { silently: boolean }) {
    clearTimeout(restarting);
    const released = attachment;
    attachment = undefined;
    if (!released) return;
    calls.released(released);
    released.release(how);
  }

  function replace(gone: WorkerAttachment) {
    if (isStopped || attachment !== gone) return;
    release();
    shortLives = gone.ageMs() < MIN_DURATION_MS ? shortLives + 1 : 0;
    if (shortLives < 2) {
      void attach();
      return;
    }
    deps.onFailed();
    restarting = setTimeout(() => void attach(), backOffMs(shortLives - 1, BACK_OFF));
  }

  async function check() {
    const checked = attachment;
    if (!checked) return;
    const isWell = checked.isReady()
      ? await checked.isKnown(REPLY_TIMEOUT_MS)
      : !checked.hasFailed() && checked.ageMs() < START_TIMEOUT_MS;
    if (!isWell) replace(checked);
  }

  const stops = [
    presence.onVisibility((visible) => {
      sendVisible(visible);
      if (visible) void check();
    }),
    presence.onPage((event) => {
      if (event === 'left') {
        deps.onLeaving();
        release();
      } else void attach();
    }),
  ];
  const checking = setInterval(() => {
    if (presence.isVisible()) void check();
  }, CHECK_INTERVAL_MS);

  function stop() {
    isStopped = true;
    clearInterval(checking);
    for (const undo of stops) undo();
  }

  void attach();

  return {
    setToken(next) {
      token = next;
      sendToken(next);
    },
    async stop(reason) {
      if (isStopped) return;
      stop();
      if (attachment) calls.released(attachment);
      if (reason === 'signed-out' && attachment?.isReady()) await attachment.shutdown();
      release();
    },
  };
}
