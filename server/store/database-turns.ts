/**
 * The queue in front of the database. Owners of work are served in turn, so that the many queries of one account delay
 * those of others by one query only. Background work waits for all of them, but not for ever.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import { currentOwner } from '../work-owner.ts';

/** Consoles wait half a minute for an answer, and an answer may need several turns. */
const MAX_WAIT_MS = 15_000;
/**
 * An import that always waited for people would never end in a busy school: it gets a fifth of the time. On a slow machine
 * its transactions take long, and so do the pauses between them.
 */
const BACKGROUND_WAIT_MS = 250;
const WAIT_FOR_HELD = 4;
const RETRY_S = 5;

export type DatabaseTurns = {
  /**
   * Resolves when a connection is the caller's; call `release` once. Rejects with status 503 after `maxWaitMs`, such as where
   * a query outside of a transaction is awaited inside of it.
   */
  take(): Promise<{ release(): void }>;
  /** Rejects all that wait. */
  refuse(error: Error): void;
};

/** `start`, of the chosen one, ends its waiting at once. */
type Place = { start(): void; refuse(error: Error): void; sinceMs: number };

export function createDatabaseTurns(connections: number, maxWaitMs = MAX_WAIT_MS): DatabaseTurns {
  let free = connections;
  /** By account, in the order in which they are served. An account that was served goes to the end. */
  const accounts = new Map<string, Place[]>();
  const background: Place[] = [];
  let backgroundHeldMs = 0;

  function nextPlace(): Place | undefined {
    const [oldest] = background;
    const patienceMs = Math.min(
      maxWaitMs / 2,
      Math.max(BACKGROUND_WAIT_MS, WAIT_FOR_HELD * backgroundHeldMs),
    );
    const isLate = oldest !== undefined && performance.now() - oldest.sinceMs > patienceMs;
    if (accounts.size === 0 || isLate) return background.shift();
    for (const [account, places] of accounts) {
      accounts.delete(account);
      const place = places.shift();
      if (places.length > 0) accounts.set(account, places);
      return place;
    }
  }

  function release(): void {
    const next = nextPlace();
    if (next) next.start();
    else free += 1;
  }

  function lineOf(account: string | undefined): Place[] {
    if (account === undefined) return background;
    const line = accounts.get(account) ?? [];
    accounts.set(account, line);
    return line;
  }

  function leave(account: string | undefined, place: Place): void {
    const line = account === undefined ? background : (accounts.get(account) ?? []);
    line.splice(line.indexOf(place), 1);
    if (account !== undefined && line.length === 0) accounts.delete(account);
  }

  function wait(account: string | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        leave(account, place);
        reject(tooBusy());
      }, maxWaitMs);
      const place: Place = {
        start() {
          clearTimeout(timer);
          // Sockets are looked at in between. Answers of the database's thread would keep the process busy without end.
          setImmediate(resolve);
        },
        refuse(error) {
          clearTimeout(timer);
          reject(error);
        },
        sinceMs: performance.now(),
      };
      lineOf(account).push(place);
    });
  }

  return {
    async take() {
      const account = accountOf(currentOwner());
      if (free > 0) free -= 1;
      else await wait(account);
      const sinceMs = performance.now();
      let isReleased = false;
      return {
        release() {
          if (isReleased) return;
          isReleased = true;
          if (account === undefined) backgroundHeldMs = performance.now() - sinceMs;
          release();
        },
      };
    },
    refuse(error) {
      const waiting = [...accounts.values(), background].flatMap((line) => line.splice(0));
      accounts.clear();
      for (const place of waiting) place.refuse(error);
    },
  };
}

/** Undefined: background work. */
function accountOf(owner: ReturnType<typeof currentOwner>): string | undefined {
  if (owner === 'background') return undefined;
  return owner === 'platform' ? '' : owner.account;
}

const tooBusy = () =>
  new AppError('server', 'The platform has too much to do at this moment.', {
    cause: new Error('No database connection became free: is a query awaited inside another transaction?'),
    detail: { status: 503, retryAfter: RETRY_S },
  });

/** `pool`, of as many connections as there are turns. */
export function withTurns(pool: PostgresPool, turns: DatabaseTurns): PostgresPool {
  return {
    async connect() {
      const { release } = await turns.take();
      try {
        const client = await pool.connect();
        return {
          query: client.query.bind(client) as PostgresPoolClient['query'],
          release() {
            client.release();
            release();
          },
        };
      } catch (error) {
        release();
        throw error;
      }
    },
    end: () => pool.end(),
  };
}
