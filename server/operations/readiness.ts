/** Whether a proxy may send somebody here: each part that a call or a connection needs says whether it is there. */

import { sql } from 'kysely';
import type { EpochMs } from '#protocol/clock.ts';
import { migrationNumbers } from '../store/migrate.ts';
import type { Store } from '../store/store.ts';

/** Why a part is not there, as a short name of the platform's own: never the text of a failure, which may hold an address. */
type PartState = 'ok' | 'no-room' | 'no-answer' | 'not-migrated' | 'closed' | 'stopping';

/** Reads go on while a full disk refuses writes, so the process stays ready. */
const READY: ReadonlySet<PartState> = new Set(['ok', 'no-room']);

export type ReadyAnswer = { ready: boolean; parts: Record<string, PartState> };

export type Readiness = {
  /** Answers of the last second are given again: nobody keeps the database busy by asking. */
  read(): Promise<ReadyAnswer>;
  /** From now on it is not ready: the platform ends. */
  stop(): void;
};

export type ReadinessDeps = {
  /** Each rejects, or says what is missing. */
  parts: Readonly<Record<string, () => Promise<PartState>>>;
  clock: () => EpochMs;
  withinMs?: number;
};

const GOOD_FOR_MS = 1_000;
/** Proxies give up after some seconds; a database that needs longer is none to send people to. */
const WITHIN_MS = 2_000;

export function createReadiness({ parts, clock, withinMs = WITHIN_MS }: ReadinessDeps): Readiness {
  let isStopping = false;
  let last: { at: number; answer: Promise<ReadyAnswer> } | undefined;

  async function look(): Promise<ReadyAnswer> {
    const states = await Promise.all(
      Object.entries(parts).map(async ([name, state]) => [name, await within(withinMs, state())] as const),
    );
    return { ready: states.every(([, state]) => READY.has(state)), parts: Object.fromEntries(states) };
  }

  return {
    async read() {
      const now = clock();
      // A clock that was set back must not keep an old answer for an hour.
      if (!last || now - last.at >= GOOD_FOR_MS || now < last.at) last = { at: now, answer: look() };
      const answer = await last.answer;
      if (!isStopping) return answer;
      return { ready: false, parts: { ...answer.parts, platform: 'stopping' } };
    },
    stop() {
      isStopping = true;
    },
  };
}

/** `no-answer` where it fails or takes too long. */
async function within(ms: number, state: Promise<PartState>): Promise<PartState> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<PartState>((resolve) => {
    timer = setTimeout(() => resolve('no-answer'), ms);
  });
  return Promise.race([state.catch(() => 'no-answer' as const), late]).finally(() => clearTimeout(timer));
}

/** Whether the database answers, has seen every migration of this version, and has room for writes. */
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
