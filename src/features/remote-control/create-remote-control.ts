/** One remote control at a time: asked for, checked, seen, ended. Without React. */
import { shownText } from '#domain/shown-text.ts';
import type { Recipient } from '#protocol/threads/live-action.ts';
import type { RemoteControlAnswer, StartedRemoteControl } from '../../live/on-demand.ts';
import type { NewToast } from '../../shell/toasts/toasts.ts';
import { m } from './messages.ts';
import type { Reached } from './reach-screen.ts';
import { type Controller, type Seat, tellTakenOver } from './taken-over.ts';
import type { OpenViewer, Viewer, ViewerEnd } from './viewer-door.ts';
import { type HeldKey, heldKeyOf } from './viewer-keys.ts';

export type RemoteControlState =
  | { name: 'closed' }
  /** Another tutor controls it; `tutorName` is empty where the device does not say who. */
  | { name: 'asking'; deviceName: string; tutorName: string }
  | { name: 'connecting'; deviceName: string }
  /** `isReady`: there is a picture. */
  | { name: 'open'; deviceName: string; viewer: Viewer; isReady: boolean; held: ReadonlySet<HeldKey> };

export type RemoteControlDeps = {
  start(client: Recipient): StartedRemoteControl;
  /** Nothing that was begun after this session ends. */
  stop(client: Recipient, sessionId: string): void;
  reach(signal: AbortSignal, url: string): Promise<Reached>;
  loadViewer(): Promise<OpenViewer>;
  show(toast: NewToast): void;
  /** Where the tutor gets the certificate of the machines; undefined where there is none. */
  certificate(): Promise<string | undefined>;
  watchSeat(client: Recipient): Seat;
};

/** `controller`: who has it now, as far as is known. */
export type Wanted = { client: Recipient; name: string; controller?: Controller | undefined };

export type RemoteControl = ReturnType<typeof createRemoteControl>;

type Run = { client: Recipient; name: string; sessionId: string; abort: AbortController; seat: Seat };

/** A machine that takes a connection and then shows nothing is not reachable either. */
const PICTURE_MS = 15_000;
const CLOSED_SOCKET = 3;
const LONGEST_NAME = 80;

const CLOSED: RemoteControlState = { name: 'closed' };
const NOBODY_HELD: ReadonlySet<HeldKey> = new Set();

function refusalText(reason: string, name: string): string {
  switch (reason) {
    case 'silent':
    case 'expired':
      return m.noAnswer({ name });
    case 'unavailable':
      return m.notAvailable({ name });
    default:
      return m.notStarted({ name });
  }
}

function endText({ name }: Run, controller: Controller | undefined): string {
  if (controller === undefined) return m.ended({ name });
  const tutor = shownText(controller.tutorName ?? '', LONGEST_NAME);
  return tutor === '' ? m.takenOver({ name }) : m.takenOverBy({ name, tutor });
}

export function createRemoteControl(deps: RemoteControlDeps) {
  let state: RemoteControlState = CLOSED;
  let current: Run | undefined;
  /** The tutor is asked whether to take it over. */
  let wanted: Wanted | undefined;
  const ownSessions = new Set<string>();
  const listeners = new Set<() => void>();

  function set(next: RemoteControlState): void {
    state = next;
    for (const call of [...listeners]) call();
  }

  const error = (text: string) => deps.show({ type: 'error', text, closable: true });

  /** Also an untrusted certificate looks like this to a page; only the browser's console tells them apart. */
  function unreachable(url: string): void {
    error(m.unreachable);
    if (!url.startsWith('wss:')) return;
    void deps.certificate().then((href) => {
      if (href === undefined) deps.show({ type: 'info', text: m.noCertificate, closable: true });
      else {
        const link = { href, text: m.downloadCertificate };
        deps.show({ type: 'info', text: m.certificate, link, closable: true });
      }
    });
  }

  const stop = ({ client, sessionId }: Run) => deps.stop(client, sessionId);

  /** Lets go of what is held down, and of the device. `isTold`: what it says is still waited for. */
  function finish(run: Run, isTold = false): void {
    if (current !== run) return;
    if (!isTold) run.seat.close();
    if (state.name === 'open') {
      for (const key of state.held) state.viewer.hold(key, false);
      state.viewer.end();
    }
    current = undefined;
    run.abort.abort();
    set(CLOSED);
  }

  function onClosed(run: Run, url: string, how: ViewerEnd): void {
    if (current !== run) return;
    if (how === 'left') {
      // The machine has ended it. Agents that do not look at the session would end what another tab has begun instead.
      finish(run, true);
      tellTakenOver(run.seat, run.sessionId, (controller) => {
        run.seat.close();
        deps.show({ type: 'info', text: endText(run, controller) });
      });
      return;
    }
    finish(run);
    stop(run);
    if (how === 'wrong-password') error(m.wrongPassword);
    else unreachable(url);
  }

  /** `code`: the viewer's, which comes while the device is asked. */
  async function connect(
    run: Run,
    answer: RemoteControlAnswer & { ok: true },
    code: Promise<OpenViewer | undefined>,
  ) {
    const { signal } = run.abort;
    const { url, password } = answer;
    const reached = await deps.reach(signal, url);
    if (reached.name === 'aborted') return;
    const isReached = reached.name === 'reached';
    const openViewer = isReached ? await code : undefined;
    const isGone = isReached && reached.channel.readyState === CLOSED_SOCKET;
    if (openViewer === undefined || !isReached || isGone || signal.aborted) {
      if (isReached) reached.channel.close();
      if (signal.aborted) return;
      finish(run);
      stop(run);
      if (isReached && openViewer === undefined) error(m.viewerFailed);
      else if (isGone || reached.name === 'refused') unreachable(url);
      else error(m.unreachable);
      return;
    }
    const { name: deviceName } = run;
    const timer = setTimeout(() => onClosed(run, url, 'lost'), PICTURE_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
    const viewer = openViewer(
      { channel: reached.channel, password, label: m.screen(run) },
      {
        ready() {
          clearTimeout(timer);
          if (current === run && state.name === 'open') set({ ...state, isReady: true });
        },
        closed: (how) => onClosed(run, url, how),
      },
    );
    set({ name: 'open', deviceName, viewer, isReady: false, held: NOBODY_HELD });
  }

  /** Asks first where another tutor has it. A session of this tab that is just ending is nobody's. */
  async function open(next: Wanted): Promise<void> {
    if (current !== undefined || wanted !== undefined) return;
    const { name, controller } = next;
    if (controller === undefined || ownSessions.has(controller.sessionId)) return begin(next);
    wanted = next;
    set({ name: 'asking', deviceName: name, tutorName: shownText(controller.tutorName ?? '', LONGEST_NAME) });
  }

  async function begin({ client, name }: Wanted): Promise<void> {
    const { sessionId, answer: answered } = deps.start(client);
    ownSessions.add(sessionId);
    const run: Run = { client, name, sessionId, abort: new AbortController(), seat: deps.watchSeat(client) };
    current = run;
    set({ name: 'connecting', deviceName: name });
    const code = deps.loadViewer().catch((reason: unknown) => {
      console.error('remote control viewer', reason);
      return undefined;
    });
    const answer = await answered;
    if (run.abort.signal.aborted) {
      // It was given up meanwhile. Agents that do not look at the session would end what was begun anew.
      const isSame = (current as Run | undefined)?.client.clientId === client.clientId;
      if (answer.ok && !isSame) stop(run);
      return;
    }
    if (answer.ok) {
      await connect(run, answer, code).catch((reason: unknown) => {
        console.error('remote control viewer', reason);
        finish(run);
        stop(run);
        error(m.viewerFailed);
      });
      return;
    }
    finish(run);
    // It may hear of it yet, and would open its screen for nobody.
    if (answer.reason === 'silent') stop(run);
    error(refusalText(answer.reason, name));
  }

  function hold(key: HeldKey, isDown: boolean): void {
    if (state.name !== 'open' || state.held.has(key) === isDown) return;
    const held = new Set(state.held);
    held[isDown ? 'add' : 'delete'](key);
    set({ ...state, held });
  }

  return {
    get: () => state,
    subscribe(call: () => void): () => void {
      listeners.add(call);
      return () => void listeners.delete(call);
    },
    open,
    /** The answer to `asking`. */
    takeOver(): void {
      const next = wanted;
      wanted = undefined;
      if (next) void begin(next);
    },
    close(): void {
      if (wanted) {
        wanted = undefined;
        set(CLOSED);
      }
      const run = current;
      if (run === undefined) return;
      finish(run);
      stop(run);
    },
    /** Goes down and stays, or comes up (REMOTE-05). */
    toggle(key: HeldKey): void {
      if (state.name !== 'open') return;
      const isDown = !state.held.has(key);
      state.viewer.hold(key, isDown);
      hold(key, isDown);
    },
    /** A key came up on the tutor's own keyboard: at the device too. */
    keyUp({ code }: Pick<KeyboardEvent, 'code'>): void {
      const key = heldKeyOf(code);
      if (key) hold(key, false);
    },
    tab(): void {
      if (state.name === 'open') state.viewer.tab();
    },
    /** Afterwards none of them is down any more. */
    ctrlAltDel(): void {
      if (state.name !== 'open') return;
      state.viewer.ctrlAltDel();
      hold('control', false);
      hold('alt', false);
    },
  };
}
