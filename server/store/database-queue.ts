/**
 * The queue in front of the database. Accounts are served round-robin, so that the many queries of one
 * account delay those of others by one query only. Background work waits for all accounts, but not for ever.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { currentOwner } from '#base/work-owner.ts';
import { AppError } from '#protocol/app-error.ts';

/** Consoles wait 30 seconds for an answer, and one answer may need several connections in a row. */
const MAX_WAIT_MS = 15_000;
/**
 * Imports would never end in a busy school if they always waited for people, so they get a fifth of the time.
 * On a slow machine their transactions take long, and so do the pauses between them.
 */
const MIN_WAIT_MS = 250;
const WAIT_FACTOR = 4;
const RETRY_S = 5;

export type DatabaseQueue = {
  /**
   * Resolves when the caller has a connection; call `release` once. Rejects with status 503 after
   * `maxWaitMs`, for example when a query outside a transaction is awaited inside it.
   */
  take(): Promise<{ release(): void }>;
  /** Rejects all waiting callers. */
  refuse(error: Error): void;
};

/** `start` ends the wait of the next caller immediately. */
type Waiter = { start(): void; refuse(error: Error): void; sinceMs: number };

export function createDatabaseQueue(connections: number, maxWaitMs = MAX_WAIT_MS): DatabaseQueue {
  let free = connections;
  /** Waiting callers by account, in serving order. An account that was served moves to the end. */
  const accounts = new Map<string, Waiter[]>();
  const background: Waiter[] = [];
  let backgroundHeldMs = 0;

  function nextWaiter(): Waiter | undefined {
    const [oldest] = background;
    const backgroundWaitMs = Math.min(maxWaitMs / 2, Math.max(MIN_WAIT_MS, WAIT_FACTOR * backgroundHeldMs));
    const isLate = oldest !== undefined && performance.now() - oldest.sinceMs > backgroundWaitMs;
    if (accounts.size === 0 || isLate) return background.shift();
    for (const [account, places] of accounts) {
      accounts.delete(account);
      const place = places.shift();
      if (places.length > 0) accounts.set(account, places);
      return place;
    }
  }

  function release(): void {
    const next = nextWaiter();
    if (next) next.start();
    else free += 1;
  }

  function waitersOf(account: string | undefined): Waiter[] {
    if (account === undefined) return background;
    const line = accounts.get(account) ?? [];
    accounts.set(account, line);
    return line;
  }

  function leave(account: string | undefined, place: Waiter): void {
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
      const place: Waiter = {
        start() {
          clearTimeout(timer);
          // Let the event loop serve sockets in between: answers of the database thread would keep it busy
          // endlessly.
          setImmediate(resolve);
        },
        refuse(error) {
          clearTimeout(timer);
          reject(error);
        },
        sinceMs: performance.now(),
      };
      waitersOf(account).push(place);
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

/** `pool` behind the queue; it must have as many connections as `turns`. */
export function withQueue(pool: PostgresPool, queue: DatabaseQueue): PostgresPool {
  return {
    async connect() {
      const { release } = await queue.take();
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
