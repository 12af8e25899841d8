/**
 * Shows a tutor's screen, one at a time. The newest session wins. Announcements of an older session are
 * accepted again when the newest has ended.
 */
import type { EpochMs } from '#protocol/clock.ts';
import type { ActionDeps, DeviceActionContext, Handlers } from '../actions/action-context.ts';
import type { ActionOutcome } from '../actions/action-handlers.ts';
import type { Broadcast } from '../device-state.ts';
import { DONE, REFUSED } from '../outcome.ts';
import type { PeerRun } from '../peer-world.ts';

/** A console announces its broadcast every 10 s. Three missed announcements without a picture end it. */
const IDLE_TIMEOUT_MS = 35_000;
/** The concurrent sessions of a school's tutors stay far below this number. */
const MAX_REMEMBERED = 100;
const REPLACED: ActionOutcome = { ok: false, code: 'replaced' };

type Reply = DeviceActionContext['reply'];
type Watching = {
  broadcast: Broadcast;
  peerId: string | undefined;
  /** The start on the tutor's clock, if the console sends it. */
  startedAt: EpochMs | undefined;
  /** Undefined while no picture arrives. */
  run: PeerRun | undefined;
  /** Replies to the newest announcement. */
  reply: Reply;
};

export function createWatchedBroadcast({
  clock,
  peers,
  change,
}: Pick<ActionDeps, 'clock' | 'peers' | 'change'>) {
  const replaced = createMemory();
  /** Sessions that the student has closed. They are not dialled again until the student asks for them. */
  const refused = createMemory();
  let watching: Watching | undefined;
  let cancelSilence: (() => void) | undefined;

  const hangUp = () => {
    const run = watching?.run;
    if (watching) watching.run = undefined;
    run?.end();
  };
  const forget = () => {
    cancelSilence?.();
    cancelSilence = undefined;
    hangUp();
    watching = undefined;
  };
  const end = () => {
    forget();
    change({ broadcast: undefined, refusedBroadcast: undefined });
  };
  const isRefused = ({ broadcast }: Watching) => refused.has(keyOf(broadcast));

  /** Without announcements the broadcast ends, unless its picture still arrives. */
  const listen = () => {
    cancelSilence?.();
    cancelSilence = clock.after(IDLE_TIMEOUT_MS, () => {
      if (watching?.run) listen();
      else end();
    });
  };

  const dial = (to: Watching) => {
    if (peers === undefined || to.peerId === undefined) return;
    const { sessionId: reference, tutorName } = to.broadcast;
    const run = peers.showScreen({ peerId: to.peerId, reference, tutorName });
    to.run = run;
    void run.ended.then((how) => {
      if (to.run !== run) return;
      to.run = undefined;
      if (how === 'refused') refused.add(keyOf(to.broadcast));
      if (watching !== to) return;
      change({ broadcast: undefined, ...(isRefused(to) && { refusedBroadcast: to.broadcast }) });
      to.reply({ ok: false, code: how });
    });
  };

  const begin = ({ broadcast, peerId, startedAt, reply }: Omit<Watching, 'run'>) => {
    if (watching) replaced.add(keyOf(watching.broadcast));
    replaced.delete(keyOf(broadcast));
    hangUp();
    watching = { broadcast, peerId, startedAt, run: undefined, reply };
    if (isRefused(watching)) {
      change({ broadcast: undefined, refusedBroadcast: broadcast });
      return;
    }
    change({ broadcast, refusedBroadcast: undefined });
    dial(watching);
  };

  /** Handles a repeated announcement: dials again if the connection broke or the tutor's address changed. */
  const goOn = (current: Watching, peerId: string | undefined, reply: Reply) => {
    current.reply = reply;
    const moved = peerId !== undefined && peerId !== current.peerId;
    if (moved) {
      hangUp();
      current.peerId = peerId;
    }
    if (isRefused(current) || current.run !== undefined) return;
    if (peers === undefined || current.peerId === undefined) return;
    change({ broadcast: current.broadcast });
    dial(current);
  };

  const handlers: Handlers<'broadcast'> = {
    broadcast({ session }, { tutorId, reply }): ActionOutcome {
      const broadcast: Broadcast = { sessionId: session.id, tutorId, tutorName: session.tutorName };
      const key = keyOf(broadcast);
      const isKnown = watching !== undefined && keyOf(watching.broadcast) === key;
      if (watching && !isKnown) {
        if (refused.has(key)) return REFUSED;
        if (!session.initial && (replaced.has(key) || isOlder(session, watching))) return REPLACED;
      }
      listen();
      if (watching && isKnown) goOn(watching, session.peerId, reply);
      else begin({ broadcast, peerId: session.peerId, startedAt: session.startedAt, reply });
      return refused.has(key) ? REFUSED : DONE;
    },
  };

  return {
    handlers,
    /** Shows a closed broadcast again. Returns false if the student has closed none that continues. */
    showAgain(): boolean {
      if (!watching || !isRefused(watching)) return false;
      refused.delete(keyOf(watching.broadcast));
      change({ broadcast: watching.broadcast, refusedBroadcast: undefined });
      dial(watching);
      return true;
    },
    /** True if the session ends by itself: it has a connection, or the student has closed it. */
    goesOn: (sessionId: string) =>
      watching?.broadcast.sessionId === sessionId && (watching.run !== undefined || isRefused(watching)),
    endWhere(ends: (session: Broadcast) => boolean) {
      if (watching && ends(watching.broadcast)) end();
    },
    stop: forget,
  };
}

/** A device that has just connected receives the announcements of both sessions in any order. */
const isOlder = (one: { startedAt?: EpochMs | undefined }, other: { startedAt: EpochMs | undefined }) =>
  one.startedAt !== undefined && other.startedAt !== undefined && one.startedAt < other.startedAt;

const keyOf = ({ tutorId, sessionId }: Broadcast) => `${tutorId} ${sessionId}`;

/** Creates a set that holds only the newest keys. */
function createMemory() {
  const keys = new Set<string>();
  return {
    has: (key: string) => keys.has(key),
    delete: (key: string) => keys.delete(key),
    add(key: string) {
      keys.delete(key);
      keys.add(key);
      const [oldest] = keys;
      if (keys.size > MAX_REMEMBERED && oldest !== undefined) keys.delete(oldest);
    },
  };
}
