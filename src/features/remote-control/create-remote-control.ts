/** Runs one remote control at a time, from the request to the end. Without React. */

import type { RemoteControlAnswer, StartedRemoteControl } from '#live/on-demand.ts';
import { createObservable, type Settable } from '#protocol/observable.ts';
import type { Recipient } from '#protocol/threads/live-action.ts';
import type { NewToast } from '#shell/toasts/toasts.ts';
import { m } from './messages.ts';
import type { Reached } from './reach-screen.ts';
import { reachViewer, type ViewerReach } from './reach-viewer.ts';
import { CLOSED, type RemoteControlState } from './remote-control-state.ts';
import { createRemoteControlToasts, refusalText, tutorNameOf } from './remote-control-toasts.ts';
import { createRemoteKeys } from './remote-keys.ts';
import { type Controller, type ControllerWatch, notifyTakenOver } from './taken-over.ts';
import type { OpenViewer, ViewerEnd } from './viewer-door.ts';
import type { HeldKey } from './viewer-keys.ts';

export type RemoteControlDeps = {
  start(client: Recipient): StartedRemoteControl;
  /** Ends this session at the device, and no later session. */
  stop(client: Recipient, sessionId: string): void;
  reach(signal: AbortSignal, url: string): Promise<Reached>;
  loadViewer(): Promise<OpenViewer>;
  show(toast: NewToast): void;
  /** The address of the machines' certificate; undefined if there is none. */
  certificate(): Promise<string | undefined>;
  watch(client: Recipient): ControllerWatch;
};

/** A device that a tutor wants to control. `controller`: its current controller, as far as is known. */
export type ControlRequest = { client: Recipient; name: string; controller?: Controller | undefined };

export type RemoteControl = ReturnType<typeof createRemoteControl>;

type Run = {
  client: Recipient;
  name: string;
  sessionId: string;
  abort: AbortController;
  watch: ControllerWatch;
};

/** A machine that accepts a connection and then shows nothing counts as unreachable. */
const TIMEOUT_MS = 15_000;

const NO_KEYS: ReadonlySet<HeldKey> = new Set();

export function createRemoteControl(deps: RemoteControlDeps) {
  const store = createObservable<RemoteControlState>(CLOSED);
  const keys = createRemoteKeys(store);
  const toasts = createRemoteControlToasts(deps);
  let current: Run | undefined;
  /** The device that waits for the tutor's confirmation to take it over. */
  let unconfirmed: ControlRequest | undefined;
  const ownSessions = new Set<string>();

  const stop = ({ client, sessionId }: Run) => deps.stop(client, sessionId);

  /** Releases the held keys and the device. `keepsWatch`: keep watching the device's reports. */
  function finish(run: Run, keepsWatch = false): void {
    if (current !== run) return;
    if (!keepsWatch) run.watch.close();
    const state = store.get();
    if (state.name === 'open') {
      for (const key of state.held) state.viewer.hold(key, false);
      state.viewer.end();
    }
    current = undefined;
    run.abort.abort();
    store.set(CLOSED);
  }

  function onClosed(run: Run, url: string, how: ViewerEnd): void {
    if (current !== run) return;
    if (how === 'left') {
      // The machine has ended the session. No stop is sent, because an agent that ignores the session id
      // would end a session of another tab.
      finish(run, true);
      notifyTakenOver(run.watch, run.sessionId, (controller) => {
        run.watch.close();
        toasts.ended(run.name, controller);
      });
      return;
    }
    finish(run);
    stop(run);
    if (how === 'wrong-password') toasts.failed(m.wrongPassword);
    else toasts.unreachable(url);
  }

  /** `code`: the viewer's code, which loads while the device answers. */
  async function connect(run: Run, answer: Accepted, code: Promise<OpenViewer | undefined>): Promise<void> {
    const { signal } = run.abort;
    const reach = await reachViewer(signal, deps.reach(signal, answer.url), code);
    if (reach.name === 'aborted') return;
    if (reach.name === 'ready') {
      const closed = (how: ViewerEnd) => onClosed(run, answer.url, how);
      return showViewer(store, run, { reach, password: answer.password, closed });
    }
    finish(run);
    stop(run);
    if (reach.name === 'refused') toasts.unreachable(answer.url);
    else toasts.failed(reach.name === 'silent' ? m.unreachable : m.viewerFailed);
  }

  function viewerFailed(run: Run, reason: unknown): void {
    console.error('remote control viewer', reason);
    finish(run);
    stop(run);
    toasts.failed(m.viewerFailed);
  }

  async function begin({ client, name }: ControlRequest): Promise<void> {
    const { sessionId, answer: answered } = deps.start(client);
    ownSessions.add(sessionId);
    const run: Run = { client, name, sessionId, abort: new AbortController(), watch: deps.watch(client) };
    current = run;
    store.set({ name: 'connecting', deviceName: name });
    const code = viewerCode(deps);
    const answer = await answered;
    if (run.abort.signal.aborted) {
      // The tutor has given up. A stop is sent only if no new session of this device runs, because an agent
      // that ignores the session id would end that one.
      const isSame = (current as Run | undefined)?.client.clientId === client.clientId;
      if (answer.ok && !isSame) stop(run);
      return;
    }
    if (answer.ok) return connect(run, answer, code).catch((reason: unknown) => viewerFailed(run, reason));
    finish(run);
    // The request may still reach the device, which would open its screen without a viewer.
    if (answer.reason === 'silent') stop(run);
    toasts.failed(refusalText(answer.reason, name));
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Requires confirmation if the device is controlled, except by an ending session of this tab. */
    async open(next: ControlRequest): Promise<void> {
      if (current !== undefined || unconfirmed !== undefined) return;
      const { name, controller } = next;
      if (controller === undefined || ownSessions.has(controller.sessionId)) return begin(next);
      unconfirmed = next;
      store.set({ name: 'asking', deviceName: name, tutorName: tutorNameOf(controller) });
    },
    /** Confirms the take-over while the state is `asking`. */
    takeOver(): void {
      const next = unconfirmed;
      unconfirmed = undefined;
      if (next) void begin(next);
    },
    close(): void {
      if (unconfirmed) {
        unconfirmed = undefined;
        store.set(CLOSED);
      }
      const run = current;
      if (run === undefined) return;
      finish(run);
      stop(run);
    },
    ...keys,
  };
}

type Accepted = RemoteControlAnswer & { ok: true };

/** Undefined if the viewer's code cannot be loaded. */
const viewerCode = (deps: Pick<RemoteControlDeps, 'loadViewer'>): Promise<OpenViewer | undefined> =>
  deps.loadViewer().catch((reason: unknown) => {
    console.error('remote control viewer', reason);
    return undefined;
  });

/** Opens the viewer on the channel. `closed` is also called if no picture arrives. */
function showViewer(
  store: Settable<RemoteControlState>,
  run: Run,
  viewing: {
    reach: ViewerReach & { name: 'ready' };
    password: string;
    closed(how: ViewerEnd): void;
  },
): void {
  const { reach, password, closed } = viewing;
  const { signal } = run.abort;
  const timer = setTimeout(() => closed('lost'), TIMEOUT_MS);
  signal.addEventListener('abort', () => clearTimeout(timer));
  const viewer = reach.openViewer(
    { channel: reach.channel, password, label: m.screen(run) },
    {
      ready() {
        clearTimeout(timer);
        const state = store.get();
        if (!signal.aborted && state.name === 'open') store.set({ ...state, isReady: true });
      },
      closed,
    },
  );
  store.set({ name: 'open', deviceName: run.name, viewer, isReady: false, held: NO_KEYS });
}
