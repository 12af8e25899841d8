/** Whether a proxy may route requests to this process. Each part that requests need reports its state. */

import { sql } from 'kysely';
import type { EpochMs } from '#protocol/clock.ts';
import { migrationNumbers } from '#store/migrate.ts';
import type { Store } from '#store/store.ts';

/** The reason is one of the platform's own words, because the text of an error may contain an address. */
type PartState = 'ok' | 'no-room' | 'no-answer' | 'not-migrated' | 'closed' | 'stopping';

/** Reads still work while a full disk rejects writes, so the process stays ready. */
const READY: ReadonlySet<PartState> = new Set(['ok', 'no-room']);

export type ReadyAnswer = { ready: boolean; parts: Record<string, PartState> };

export type Readiness = {
  /** The result is cached for a second, so that frequent calls do not load the database. */
  read(): Promise<ReadyAnswer>;
  /** Reports “not ready” from now on, because the platform is stopping. */
  stop(): void;
};

export type ReadinessDeps = {
  /** Each function returns its part's state or rejects. */
  parts: Readonly<Record<string, () => Promise<PartState>>>;
  clock: () => EpochMs;
  timeoutMs?: number;
};

const CACHE_TTL_MS = 1_000;
/** Proxies time out after a few seconds, so a slower database counts as unavailable. */
const TIMEOUT_MS = 2_000;

export function createReadiness({ parts, clock, timeoutMs = TIMEOUT_MS }: ReadinessDeps): Readiness {
  let isStopping = false;
  let last: { at: EpochMs; answer: Promise<ReadyAnswer> } | undefined;

  async function readStates(): Promise<ReadyAnswer> {
    const states = await Promise.all(
      Object.entries(parts).map(
        async ([name, state]) => [name, await withTimeout(timeoutMs, state())] as const,
      ),
    );
    return { ready: states.every(([, state]) => READY.has(state)), parts: Object.fromEntries(states) };
  }

  return {
    async read() {
      const now = clock();
      // If the clock was set back, the cached result is discarded.
      if (!last || now - last.at >= CACHE_TTL_MS || now < last.at) last = { at: now, answer: readStates() };
      const answer = await last.answer;
      if (!isStopping) return answer;
      return { ready: false, parts: { ...answer.parts, platform: 'stopping' } };
    },
    stop() {
      isStopping = true;
    },
  };
}

/** Returns `no-answer` on a failure or timeout. */
async function withTimeout(ms: number, state: Promise<PartState>): Promise<PartState> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<PartState>((resolve) => {
    timer = setTimeout(() => resolve('no-answer'), ms);
  });
  return Promise.race([state.catch(() => 'no-answer' as const), late]).finally(() => clearTimeout(timer));
}

/** Whether the database responds, has all migrations of this version, and accepts writes. */
export function databaseState({ db, hasRoom }: Pick<Store, 'db' | 'hasRoom'>): () => Promise<PartState> {
  let known: Promise<number[]> | undefined;
  return async () => {
    known ??= migrationNumbers();
    const { rows } = await sql<{ number: number }>`select number from schema_migrations`.execute(db);
    const seen = new Set(rows.map(({ number }) => number));
    if (!(await known).every((number) => seen.has(number))) return 'not-migrated';
    return hasRoom() ? 'ok' : 'no-room';
  };
}
