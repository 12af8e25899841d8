/** The table of refresh tokens: what spends them, ends their families, and forgets them in time. */

import type { Insertable, Kysely } from 'kysely';
import type { EpochMs } from '#protocol/clock.ts';
import type { Database, RefreshTokenTable } from '../../store/database.ts';
import { hashSecret, seal, unseal } from '../secrets/secrets.ts';
import { MAX_ACCESS_TOKEN_SECONDS } from './ended-sessions.ts';
import type { Row } from './refresh-token-rows.ts';
import { endTickets, type FamilyKey, lockFamily } from './session-family.ts';

export type RefreshTokensDeps = {
  db: Kysely<Database>;
  clock: () => EpochMs;
  /** As in `removal-clock.ts`. */
  removalClock: () => number;
  /** Is called for every family that ends before its time. */
  familyEnded?(tenant: string, family: string): void;
};

export type RefreshTokens = {
  find(tenant: string, token: string): Promise<Row | undefined>;
  /** Adds the first token of a new family. */
  add(row: Insertable<RefreshTokenTable>): Promise<void>;
  /**
   * Spends a token in favour of its successor, and keeps the answer for the client that loses it. False where another
   * request was faster.
   */
  spend(row: Row, successor: Insertable<RefreshTokenTable>, answer: KeptAnswer): Promise<boolean>;
  /** The answer that was given when this token was spent; undefined where the time for a second try is over. */
  answerOf(row: Row, token: string): string | undefined;
  /** The tokens of a family that can still be used. */
  unspent(from: Kysely<Database>, key: FamilyKey): ReturnType<typeof unspentTokens>;
  /**
   * Takes away the token of a session that may not go on, and with the last one the family. A tutor who has lost one
   * site keeps the sessions on others.
   */
  drop(row: Row): Promise<void>;
  endFamily(tenant: string, family: string): Promise<void>;
  /** Deletes what is over, once a minute at most. */
  sweep(): Promise<void>;
};

/** `token`: the one that is spent, which alone can read the answer again. */
type KeptAnswer = { token: string; answer: string };

const RETRY_WINDOW_MS = 10_000;
/** The purpose for which an answer is sealed. */
const REPLAY = 'replay';
const SWEEP_EVERY_MS = 60_000;
/** Devices refresh for months on end: how long their spent tokens are remembered. */
const DEVICE_MEMORY_MS = 24 * 60 * 60 * 1000;

export function createRefreshTokens({
  db,
  clock,
  removalClock,
  familyEnded,
}: RefreshTokensDeps): RefreshTokens {
  let sweptAt = Number.NEGATIVE_INFINITY;
  const unspent: RefreshTokens['unspent'] = (from, key) => unspentTokens(from, key, clock());

  async function endFamily(tenant: string, family: string): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await lockFamily(trx, { tenant, family });
      const rows = await trx
        .deleteFrom('refresh_tokens')
        .where('tenant', '=', tenant)
        .where('family', '=', family)
        .returning('ticket')
        .execute();
      await endTickets(trx, rows, clock());
      await trx
        .insertInto('ended_sessions')
        .values({ tenant, family, ended_at: new Date(clock()) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
    familyEnded?.(tenant, family);
  }

  return {
    find: (tenant, token) =>
      db
        .selectFrom('refresh_tokens')
        .selectAll()
        .where('tenant', '=', tenant)
        .where('hash', '=', hashSecret(token))
        .executeTakeFirst(),

    async add(row) {
      await db.insertInto('refresh_tokens').values(row).execute();
    },

    spend: (row, successor, { token, answer }) =>
      db.transaction().execute(async (trx) => {
        await lockFamily(trx, row);
        const { numUpdatedRows } = await trx
          .updateTable('refresh_tokens')
          .set({
            used_at: new Date(clock()),
            replaced_by: successor.hash,
            replay: seal(token, answer, REPLAY),
          })
          .where('tenant', '=', row.tenant)
          .where('hash', '=', row.hash)
          .where('used_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await trx.insertInto('refresh_tokens').values(successor).execute();
        return true;
      }),

    answerOf(row, token) {
      // Whichever way the clock was set: a copy of the token must not be taken for a repeated request.
      const age = Math.abs(clock() - (row.used_at?.getTime() ?? 0));
      return age <= RETRY_WINDOW_MS && row.replay !== null ? unseal(token, row.replay, REPLAY) : undefined;
    },

    unspent,

    async drop({ tenant, hash, family }) {
      await db.deleteFrom('refresh_tokens').where('tenant', '=', tenant).where('hash', '=', hash).execute();
      const left = await unspent(db, { tenant, family }).select('hash').executeTakeFirst();
      if (left === undefined) await endFamily(tenant, family);
    },

    endFamily,

    async sweep() {
      const now = clock();
      if (now - sweptAt < SWEEP_EVERY_MS) return;
      sweptAt = now;
      await deleteWhatIsOver(db, removalClock());
    },
  };
}

const unspentTokens = (from: Kysely<Database>, { tenant, family }: FamilyKey, now: number) =>
  from
    .selectFrom('refresh_tokens')
    .where('tenant', '=', tenant)
    .where('family', '=', family)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now));

async function deleteWhatIsOver(db: Kysely<Database>, now: number): Promise<void> {
  await db.deleteFrom('refresh_tokens').where('expires_at', '<', new Date(now)).execute();
  await db
    .deleteFrom('refresh_tokens')
    .where('subject_kind', '!=', 'tutor')
    .where('used_at', '<', new Date(now - DEVICE_MEMORY_MS))
    .execute();
  await db
    .deleteFrom('ended_sessions')
    .where('ended_at', '<', new Date(now - MAX_ACCESS_TOKEN_SECONDS * 1000))
    .execute();
  await db
    .updateTable('refresh_tokens')
    .set({ replay: null })
    .where('replay', 'is not', null)
    .where('used_at', '<', new Date(now - RETRY_WINDOW_MS))
    .execute();
}
