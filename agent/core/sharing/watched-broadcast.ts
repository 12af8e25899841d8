/**
 * The tutor's screen that is shown here. One at a time: the newest session wins, and the announcements of an older
 * one are heard again when it is over.
 */
import type { ActionDeps, DeviceActionContext, Handlers } from '../actions/action-context.ts';
import { type ActionOutcome, DONE, REFUSED } from '../actions/action-handlers.ts';
import type { Broadcast } from '../device-state.ts';
import type { PeerRun } from '../peer-world.ts';

/** A console announces its broadcast every 10 s: after three missed ones without a picture its tutor is gone. */
const SILENT_AFTER_MS = 35_000;
/** Sessions of a school's tutors at one time stay far below it. */
const MAX_REMEMBERED = 100;
const REPLACED: ActionOutcome = { ok: false, code: 'replaced' };

type Say = DeviceActionContext['say'];
type Watching = {
  broadcast: Broadcast;
  peerId: string | undefined;
  /** Epoch ms on its tutor's clock, where it is said. */
  startedAt: number | undefined;
  /** Undefined: nothing comes now. */
  run: PeerRun | undefined;
  /** Answers the newest announcement. */
  say: Say;
};

export function createWatchedBroadcast({
  clock,
  peers,
  change,
}: Pick<ActionDeps, 'clock' | 'peers' | 'change'>) {
  const replaced = createMemory();
  /** The student does not want them, however long nothing is heard: they are not dialled again before they do. */
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

  /** While the picture comes, only the way of the announcements is cut. */
  const listen = () => {
    cancelSilence?.();
    cancelSilence = clock.after(SILENT_AFTER_MS, () => {
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
      to.say({ ok: false, code: how });
    });
  };

  const begin = ({ broadcast, peerId, startedAt, say }: Omit<Watching, 'run'>) => {
    if (watching) replaced.add(keyOf(watching.broadcast));
    replaced.delete(keyOf(broadcast));
    hangUp();
    watching = { broadcast, peerId, startedAt, run: undefined, say };
    if (isRefused(watching)) {
      change({ broadcast: undefined, refusedBroadcast: broadcast });
      return;
    }
    change({ broadcast, refusedBroadcast: undefined });
    dial(watching);
  };

  /** Announced again: what broke is dialled again, and so is a tutor who has another address now. */
  const goOn = (current: Watching, peerId: string | undefined, say: Say) => {
    current.say = say;
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
    broadcast({ session }, { tutorId, say }): ActionOutcome {
      const broadcast: Broadcast = { sessionId: session.id, tutorId, tutorName: session.tutorName };
      const key = keyOf(broadcast);
      const isKnown = watching !== undefined && keyOf(watching.broadcast) === key;
      if (watching && !isKnown) {
        if (refused.has(key)) return REFUSED;
        if (!session.initial && (replaced.has(key) || isOlder(session, watching))) return REPLACED;
      }
      listen();
      if (watching && isKnown) goOn(watching, session.peerId, say);
      else begin({ broadcast, peerId: session.peerId, startedAt: session.startedAt, say });
      return refused.has(key) ? REFUSED : DONE;
    },
  };

  return {
    handlers,
    /** The student wants it back after all. False: they have put nothing away that goes on. */
    showAgain(): boolean {
      if (!watching || !isRefused(watching)) return false;
      refused.delete(keyOf(watching.broadcast));
      change({ broadcast: watching.broadcast, refusedBroadcast: undefined });
      dial(watching);
      return true;
    },
    /** Its picture comes or is dialled, or the student has put it away: that ends by itself. */
    goesOn: (sessionId: string) =>
      watching?.broadcast.sessionId === sessionId && (watching.run !== undefined || isRefused(watching)),
    endWhere(ends: (session: Broadcast) => boolean) {
      if (watching && ends(watching.broadcast)) end();
    },
    stop: forget,
  };
}

/** Both are told to a device that has just come, in any order. */
const isOlder = (one: { startedAt?: number | undefined }, other: { startedAt: number | undefined }) =>
  one.startedAt !== undefined && other.startedAt !== undefined && one.startedAt < other.startedAt;

const keyOf = ({ tutorId, sessionId }: Broadcast) => `${tutorId} ${sessionId}`;

/** The newest keys. */
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
