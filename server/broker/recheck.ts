/** Checks open connections again when the directory changes. */
import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { isOutage } from '../store/outages.ts';
import type { BrokerChange, BrokerChanges } from './broker-permissions.ts';
import type { Connection } from './door/connection.ts';
import { checkPatiently } from './patient-check.ts';
import { createRecheckTimers, type Limit } from './recheck-timers.ts';

export type RecheckDeps = {
  changes: BrokerChanges;
  /**
   * How often all are checked where another process may have changed the directory, in a database that may also be gone
   * without a word. Undefined: never, since it is this process's own.
   */
  everyMs?: number | undefined;
  /** How long it may remain unknown what a change has taken away. A test changes it. */
  unknownForMs?: number | undefined;
  connections(): Iterable<Connection>;
  /** The connection was checked, and its groups may have changed. */
  refreshed(connection: Connection): void;
  drop(connection: Connection, filters: readonly string[]): void;
  /** The holder has lost the site, or the permissions could not be read. */
  end(connection: Connection, why: 'not-allowed' | 'unknown', error?: unknown): void;
};

type Concerns = (change: BrokerChange, claims: Connection['claims']) => boolean;
const nobody: Concerns = () => false;
const tutors: Concerns = (_change, { kind }) => kind === 'tutor';
/** The tutor of that id, or all of them. */
const ownTutor: Concerns = ({ id }, { kind, sub }) => kind === 'tutor' && (id === undefined || id === sub);
/** A new row takes nothing away from a tutor; a device is concerned by its own row only. */
const oneOf =
  (own: (claims: Connection['claims']) => string | undefined): Concerns =>
  ({ id, change }, claims) =>
    claims.kind === 'tutor'
      ? change !== 'created'
      : id === undefined || own(claims) === undefined || own(claims) === id;

/** Whose reach a change of a resource can touch. A resource that is not named may touch anybody's. */
const CONCERNS: Readonly<Record<string, Concerns>> = {
  // A tutor's own preferences change often.
  tutors: ownTutor,
  // Named by the tutor whose they are.
  rolelinks: ownTutor,
  roles: tutors,
  devices: oneOf(({ deviceId }) => deviceId),
  users: oneOf(({ userId }) => userId),
  actions: nobody,
  'client-roles': nobody,
  feedback: nobody,
  integrations: nobody,
  policies: nobody,
  'site-resources': nobody,
  'site-settings': nobody,
  'site-runners': ({ id }, { kind, sub }) => kind === 'runner' && (id === undefined || id === sub),
  'special-messages': nobody,
  syncs: nobody,
  userlogs: nobody,
};
const concerns = (change: BrokerChange, { claims }: Connection) =>
  claims.tenant === change.tenant &&
  (change.site === undefined || claims.site === change.site) &&
  change.reachUnchanged !== true &&
  (CONCERNS[change.resource]?.(change, claims) ?? true);

/**
 * What somebody has lost they may see no longer than that, also where the database is away. For a device it counts
 * from its turn on.
 */
const UNKNOWN_FOR_MS = 5_000;
const TRY_AGAIN_MS = 250;
/** Several hundred devices ask the directory again, which has other work to do as well. */
const PARALLEL = 8;

export type Recheck = {
  /** Changes seen so far. */
  directoryVersion(): number;
  /** Checks a connection that missed a change while it was being admitted. */
  opened(connection: Connection): void;
  stop(): void;
};

export function startRecheck(deps: RecheckDeps): Recheck {
  const { changes, connections, refreshed, drop, unknownForMs = UNKNOWN_FOR_MS } = deps;
  // The embedded database is in this process: it may be slow, where the machine is, and is never gone without a word.
  const maySayNothing = deps.everyMs !== undefined;
  const timers = createRecheckTimers();
  const takeTurns = createTurns(PARALLEL);
  /** They were told to go: what the database says of them later does nothing. */
  const ended = new WeakSet<Connection>();
  const stopping = new AbortController();
  // One for each connection that waits.
  setMaxListeners(0, stopping.signal);
  let stopped = false;
  let version = 0;

  const isOver = (connection: Connection) => stopped || ended.has(connection);

  function end(connection: Connection, why: 'not-allowed' | 'unknown', error?: unknown): void {
    if (isOver(connection)) return;
    ended.add(connection);
    deps.end(connection, why, error);
  }

  /** Others wait for this connection: the next recheck of it, and what its tutor publishes meanwhile. */
  const inTime = (connection: Connection, work: () => Promise<void>) =>
    // A late answer is in force, and may be older than one that has come meanwhile: the database is asked once more.
    maySayNothing ? timers.within(unknownForMs, work(), () => beginSoon(connection)) : work();

  const inTurn = (connection: Connection, limit?: Limit) => (work: () => Promise<void>) =>
    takeTurns(() => {
      if (maySayNothing) limit?.begin();
      return inTime(connection, work);
    });

  /** `limit` runs from when the database is asked, where that may say nothing, and ends with the answer. */
  async function recheck(connection: Connection, limit?: Limit): Promise<void> {
    const { access, filters, claims } = connection;
    // Tutors at once: what they lose, they must not see for a moment longer.
    const isAtOnce = claims.kind === 'tutor';
    if (isAtOnce && maySayNothing) limit?.begin();
    const here = await access.refresh(
      isAtOnce ? (work) => inTime(connection, work) : inTurn(connection, limit),
    );
    // What follows asks the database nothing, but may wait until a later change has its turn.
    limit?.clear();
    if (isOver(connection)) return;
    if (!here) {
      end(connection, 'not-allowed');
      return;
    }
    refreshed(connection);
    const lost = [];
    for (const filter of [...filters]) if (!(await access.maySubscribe(filter))) lost.push(filter);
    if (lost.length > 0 && !isOver(connection)) drop(connection, lost);
  }

  const begin = (connection: Connection) => {
    // It rejects when this ends.
    checkPatiently({
      check: (limit) => recheck(connection, limit),
      isOver: () => isOver(connection),
      unknown: (error) => end(connection, 'unknown', error),
      limit: (over) => timers.limit(unknownForMs, over),
      pause: () => wait(TRY_AGAIN_MS, undefined, { signal: stopping.signal, ref: false }),
    }).catch(() => undefined);
  };

  /** As far as is known nothing has changed: while the database is away, everybody stays. */
  const beginAgain = (connection: Connection) => {
    if (isOver(connection)) return;
    recheck(connection).catch((error: unknown) => {
      if (!isOutage(error)) end(connection, 'unknown', error);
    });
  };

  const beginSoon = (connection: Connection) => timers.after(TRY_AGAIN_MS, () => beginAgain(connection));

  const unlisten = changes.listen((change) => {
    version += 1;
    for (const connection of connections()) if (concerns(change, connection)) begin(connection);
  });
  const timer =
    deps.everyMs === undefined
      ? undefined
      : setInterval(() => {
          for (const connection of [...connections()]) beginAgain(connection);
        }, deps.everyMs).unref();
  return {
    directoryVersion: () => version,
    opened(connection) {
      if (connection.directoryVersion !== version) begin(connection);
    },
    stop() {
      stopped = true;
      stopping.abort();
      timers.stop();
      clearInterval(timer);
      unlisten();
    },
  };
}

/** Lets `parallel` pieces of work run at a time, the others in the order in which they came. */
function createTurns(parallel: number): (work: () => Promise<void>) => Promise<void> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= parallel) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
