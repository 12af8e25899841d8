/** The screen of one device: a live stream where possible, otherwise thumbnails. */

import { backOffMs } from '#domain/back-off.ts';
import type { ActionRun } from '#live/action-run.ts';
import { createObservable, type Observable } from '#protocol/observable.ts';
import type { AwaitEvents, AwaitedCall, PeerVisitor } from './peer-visitor.ts';

export type LiveScreenState =
  | { name: 'starting' }
  /** The first frame has been decoded. */
  | { name: 'live'; stream: MediaStream }
  /**
   * `reason`: `slow` while the outcome is unknown; `ended` after a stream; the device's own code
   * (`no-screen`, `privacy`, `unsupported`); otherwise the cause of the failure.
   */
  | { name: 'thumbnails'; reason: string };

export type LiveScreen = Observable<LiveScreenState> & { close(): void };

export type LiveScreenDeps = {
  clientId: string;
  /** Rejects with PeerFailure. */
  address(): Promise<string>;
  awaitCalls(awaited: AwaitedCall, on: AwaitEvents): () => void;
  /** Requests the device to call; its call refers to the id of this run. */
  ask(peerId: string): Pick<ActionRun, 'id' | 'done' | 'forget'>;
  onFirstFrame(stream: MediaStream, stats: () => Promise<RTCStatsReport>, call: () => void): () => void;
  /** Calls when the device was away and is back. Returns the stop. */
  onBackOnline(call: () => void): () => void;
  after(ms: number, call: () => void): () => void;
};

/** Without a live picture for this long, thumbnails are shown meanwhile. */
const MAX_WAIT_MS = 5_000;
/** Time limit from the request to the first frame; after it the attempt fails and is retried. */
const TIMEOUT_MS = 20_000;
const BACK_OFF = { minMs: 10_000, maxMs: 60_000 };

/** The resources of one attempt, so that they can be released together. */
type Attempt = { stopLimit(): void; stops: (() => void)[]; isOver: boolean };

export function createLiveScreen(deps: LiveScreenDeps): LiveScreen {
  const state = createObservable<LiveScreenState>({ name: 'starting' });
  let attempt: Attempt | undefined;
  let stopPause: () => void = () => {};
  let pauses = 0;
  let isClosed = false;

  function change(next: LiveScreenState): void {
    const now = state.get();
    if (isClosed) return;
    if (next.name === 'thumbnails' && now.name === 'thumbnails' && next.reason === now.reason) return;
    state.set(next);
  }

  function stop(ending: Attempt): void {
    ending.isOver = true;
    if (attempt === ending) attempt = undefined;
    ending.stopLimit();
    for (const call of ending.stops.splice(0)) call();
  }

  function failed(ending: Attempt, reason: string): void {
    if (ending.isOver) return;
    stop(ending);
    change({ name: 'thumbnails', reason });
    // A device that cannot stream is not retried on a timer. It may have another version when it comes back.
    if (reason !== 'unsupported') pause();
  }

  function pause(): void {
    pauses += 1;
    stopPause = deps.after(backOffMs(pauses, BACK_OFF), begin);
  }

  function begin(): void {
    stopPause();
    const stopLimit = deps.after(TIMEOUT_MS, () => failed(current, 'silent'));
    const current: Attempt = { stopLimit, stops: [], isOver: false };
    attempt = current;
    deps.address().then(
      (peerId) => current.isOver || askAt(current, peerId),
      (error: unknown) => {
        console.info('live screen', error);
        failed(current, reasonOf(error));
      },
    );
  }

  function askAt(current: Attempt, peerId: string): void {
    const { clientId } = deps;
    const run = deps.ask(peerId);
    const stopAwaiting = deps.awaitCalls(
      { purpose: 'live', reference: run.id, isWelcome: (id) => id === clientId },
      { visitor: (visitor) => watch(current, visitor), failed: () => failed(current, 'unreachable') },
    );
    current.stops.push(stopAwaiting, run.forget);
    void run.done.then(({ answers, delivery }) => {
      const answer = answers.get(clientId);
      if (answer?.state !== 'confirmed')
        failed(current, answer?.reply?.code ?? answer?.state ?? delivery.name);
    });
  }

  function watch(current: Attempt, visitor: PeerVisitor): void {
    const ended = () => failed(current, state.get().name === 'live' ? 'ended' : 'unreachable');
    void visitor.closed.then(ended);
    const stopStream = visitor.onStream((stream) => {
      const [track] = stream.getVideoTracks();
      track?.addEventListener('ended', ended);
      const stopFrame = deps.onFirstFrame(stream, visitor.stats, () => shown(current, stream));
      current.stops.push(stopFrame, () => track?.removeEventListener('ended', ended));
    });
    current.stops.push(stopStream);
  }

  function shown(current: Attempt, stream: MediaStream): void {
    if (current.isOver) return;
    current.stopLimit();
    pauses = 0;
    change({ name: 'live', stream });
  }

  const stopFallback = deps.after(MAX_WAIT_MS, () => {
    if (state.get().name === 'starting') change({ name: 'thumbnails', reason: 'slow' });
  });
  const stopOnline = deps.onBackOnline(() => {
    if (state.get().name === 'live') return;
    // A request sent while the device was away no longer reaches it.
    if (attempt) stop(attempt);
    pauses = 0;
    begin();
  });
  begin();

  return {
    get: state.get,
    subscribe: state.subscribe,
    close() {
      isClosed = true;
      stopFallback();
      stopOnline();
      stopPause();
      if (attempt) stop(attempt);
    },
  };
}

/** The code of a PeerFailure, or `unreachable` for other errors. */
const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unreachable';
