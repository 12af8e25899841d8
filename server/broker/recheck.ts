/** Rechecks open connections when the directory changes. */
import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { createSemaphore } from '#domain/semaphore.ts';
import { isOutage } from '#store/outages.ts';
import type { BrokerChange, BrokerChanges } from './broker-permissions.ts';
import type { Connection } from './door/connection.ts';
import { checkPatiently } from './patient-check.ts';
import { createRecheckTimers, type Limit } from './recheck-timers.ts';

export type RecheckDeps = {
  changes: BrokerChanges;
  /**
   * Interval of checks of all connections, for changes by other processes. Such a database may also become
   * unreachable without an error. Undefined: never, because only this process uses the database.
   */
  intervalMs?: number | undefined;
  /** How long the effect of a change may stay unknown. Tests change it. */
  timeoutMs?: number | undefined;
  connections(): Iterable<Connection>;
  /** The connection was checked, and its groups may have changed. */
  refreshed(connection: Connection): void;
  drop(connection: Connection, filters: readonly string[]): void;
  /** The client has lost the site, or its permissions could not be read. */
  end(connection: Connection, why: 'not-allowed' | 'unknown', error?: unknown): void;
};

type Concerns = (change: BrokerChange, claims: Connection['claims']) => boolean;
const none: Concerns = () => false;
const tutors: Concerns = (_change, { kind }) => kind === 'tutor';
/** The tutor with that id, or all tutors. */
const ownTutor: Concerns = ({ id }, { kind, sub }) => kind === 'tutor' && (id === undefined || id === sub);
/** A new row takes nothing away from tutors. Devices are affected only by their own row. */
const oneOf =
  (own: (claims: Connection['claims']) => string | undefined): Concerns =>
  ({ id, change }, claims) =>
    claims.kind === 'tutor'
      ? change !== 'created'
      : id === undefined || own(claims) === undefined || own(claims) === id;

/** The clients whose access a change of each resource may affect. Unlisted ones may affect any client. */
const CONCERNS: Readonly<Record<string, Concerns>> = {
  // A tutor's own preferences change often.
  tutors: ownTutor,
  // The id is the tutor's.
  rolelinks: ownTutor,
  roles: tutors,
  devices: oneOf(({ deviceId }) => deviceId),
  users: oneOf(({ userId }) => userId),
  actions: none,
  'client-roles': none,
  feedback: none,
  integrations: none,
  policies: none,
  'site-resources': none,
  'site-settings': none,
  'site-runners': ({ id }, { kind, sub }) => kind === 'runner' && (id === undefined || id === sub),
  'special-messages': none,
  syncs: none,
  userlogs: none,
};
const concerns = (change: BrokerChange, { claims }: Connection) =>
  claims.tenant === change.tenant &&
  (change.site === undefined || claims.site === change.site) &&
  change.reachUnchanged !== true &&
  (CONCERNS[change.resource]?.(change, claims) ?? true);

/**
 * Maximum time that a client may see what it has lost, even during an outage. A device's time starts when its
 * check leaves the queue.
 */
const TIMEOUT_MS = 5_000;
const RETRY_DELAY_MS = 250;
/** Limits the checks of several hundred devices, because the database has other work too. */
const CONCURRENCY = 8;

export type Recheck = {
  /** Number of changes seen so far. */
  directoryVersion(): number;
  /** Checks a connection that missed a change while it was being admitted. */
  opened(connection: Connection): void;
  stop(): void;
};

export function startRecheck(deps: RecheckDeps): Recheck {
  const { changes, connections, refreshed, drop, timeoutMs = TIMEOUT_MS } = deps;
  // The embedded database runs in this process: it may be slow, but never becomes unreachable silently.
  const mayBeSilent = deps.intervalMs !== undefined;
  const timers = createRecheckTimers();
  const semaphore = createSemaphore(CONCURRENCY);
  /** Connections that were told to end; later answers of the database do not matter. */
  const ended = new WeakSet<Connection>();
  const stopping = new AbortController();
  // One listener for each waiting connection.
  setMaxListeners(0, stopping.signal);
  let stopped = false;
  let version = 0;

  const isOver = (connection: Connection) => stopped || ended.has(connection);

  function end(connection: Connection, why: 'not-allowed' | 'unknown', error?: unknown): void {
    if (isOver(connection)) return;
    ended.add(connection);
    deps.end(connection, why, error);
  }

  /** Limits the time of `work`, because the next recheck and the tutor's publishes wait until it ends. */
  const inTime = (connection: Connection, work: () => Promise<void>) =>
    // An answer after the timeout still takes effect. By then a newer check may have run, and the late
    // answer replaces its result, so the connection is checked once more.
    mayBeSilent ? timers.within(timeoutMs, work(), () => recheckSoon(connection)) : work();

  const queued = (connection: Connection, limit?: Limit) => (work: () => Promise<void>) =>
    semaphore(() => {
      if (mayBeSilent) limit?.begin();
      return inTime(connection, work);
    });

  /** `limit` runs from the query to the answer, if the database may be silent. */
  async function recheck(connection: Connection, limit?: Limit): Promise<void> {
    const { access, filters, claims } = connection;
    // Tutors are not queued, because they must lose sight of data immediately.
    const isImmediate = claims.kind === 'tutor';
    if (isImmediate && mayBeSilent) limit?.begin();
    const here = await access.refresh(
      isImmediate ? (work) => inTime(connection, work) : queued(connection, limit),
    );
    // The rest makes no query, but may wait for the queued check of a later change.
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

  const recheckPatiently = (connection: Connection) => {
    // Rejects when rechecking stops.
    checkPatiently({
      check: (limit) => recheck(connection, limit),
      isOver: () => isOver(connection),
      unknown: (error) => end(connection, 'unknown', error),
      limit: (over) => timers.limit(timeoutMs, over),
      pause: () => wait(RETRY_DELAY_MS, undefined, { signal: stopping.signal, ref: false }),
    }).catch(() => undefined);
  };

  /** For checks without a known change: during an outage all clients stay connected. */
  const recheckOnce = (connection: Connection) => {
    if (isOver(connection)) return;
    recheck(connection).catch((error: unknown) => {
      if (!isOutage(error)) end(connection, 'unknown', error);
    });
  };

  const recheckSoon = (connection: Connection) => timers.after(RETRY_DELAY_MS, () => recheckOnce(connection));

  const unlisten = changes.listen((change) => {
    version += 1;
    for (const connection of connections()) if (concerns(change, connection)) recheckPatiently(connection);
  });
  const timer =
    deps.intervalMs === undefined
      ? undefined
      : setInterval(() => {
          for (const connection of [...connections()]) recheckOnce(connection);
        }, deps.intervalMs).unref();
  return {
    directoryVersion: () => version,
    opened(connection) {
      if (connection.directoryVersion !== version) recheckPatiently(connection);
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
