/** The table of refresh tokens: spends tokens, ends families and deletes old rows. */

import type { Insertable, Kysely } from 'kysely';
import { hashSecret, seal, unseal } from '#base/secrets.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Database, RefreshTokenTable } from '#store/database.ts';
import { inTenant } from '#store/in-tenant.ts';
import { MAX_ACCESS_TOKEN_SECONDS } from './ended-sessions.ts';
import type { Row } from './refresh-token-rows.ts';
import { endTickets, type FamilyKey, lockFamily } from './session-family.ts';

export type RefreshTokensDeps = {
  db: Kysely<Database>;
  clock: () => EpochMs;
  /** See `removal-clock.ts`. */
  removalClock: () => EpochMs;
  /** Called for every family that ends early. */
  familyEnded?(tenant: string, family: string): void;
};

export type RefreshTokens = {
  find(tenant: string, token: string): Promise<Row | undefined>;
  /** Adds the first token of a new family. */
  add(row: Insertable<RefreshTokenTable>): Promise<void>;
  /**
   * Spends a token in favour of its successor and stores the answer for a client that did not receive it.
   * False: another request spent it first.
   */
  spend(row: Row, successor: Insertable<RefreshTokenTable>, answer: StoredAnswer): Promise<boolean>;
  /** The answer that was sent when this token was spent; undefined: the retry window has passed. */
  answerOf(row: Row, token: string): string | undefined;
  /** The tokens of a family that are still usable. */
  unspent(from: Kysely<Database>, key: FamilyKey): ReturnType<typeof unspentTokens>;
  /**
   * Deletes the token of a session that may not continue, and ends the family with its last token. A tutor
   * who has lost one site keeps the sessions on others.
   */
  drop(row: Row): Promise<void>;
  endFamily(tenant: string, family: string): Promise<void>;
  /** Deletes expired rows, at most once a minute. */
  sweep(): Promise<void>;
};

/** `token`: the spent token, which is needed to decrypt the answer. */
type StoredAnswer = { token: string; answer: string };

const RESEND_WINDOW_MS = 10_000;
/** The purpose with which an answer is sealed. */
const REPLAY = 'replay';
const CLEANUP_INTERVAL_MS = 60_000;
/** Devices refresh for months, so their spent tokens are deleted after this time. */
const RETENTION_MS = 24 * 60 * 60 * 1000;

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
      const rows = await inTenant(trx, tenant)
        .deleteFrom('refresh_tokens')
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
      inTenant(db, tenant)
        .selectFrom('refresh_tokens')
        .selectAll()
        .where('hash', '=', hashSecret(token))
        .executeTakeFirst(),

    async add(row) {
      await db.insertInto('refresh_tokens').values(row).execute();
    },

    spend: (row, successor, { token, answer }) =>
      db.transaction().execute(async (trx) => {
        await lockFamily(trx, row);
        const { numUpdatedRows } = await inTenant(trx, row.tenant)
          .updateTable('refresh_tokens')
          .set({
            used_at: new Date(clock()),
            replaced_by: successor.hash,
            replay: seal(token, answer, REPLAY),
          })
          .where('hash', '=', row.hash)
          .where('used_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await trx.insertInto('refresh_tokens').values(successor).execute();
        return true;
      }),

    answerOf(row, token) {
      // The absolute value, because the clock may be set back: a copied token must not pass as a retry.
      const age = Math.abs(clock() - (row.used_at?.getTime() ?? 0));
      return age <= RESEND_WINDOW_MS && row.replay !== null ? unseal(token, row.replay, REPLAY) : undefined;
    },

    unspent,

    async drop({ tenant, hash, family }) {
      await inTenant(db, tenant).deleteFrom('refresh_tokens').where('hash', '=', hash).execute();
      const left = await unspent(db, { tenant, family }).select('hash').executeTakeFirst();
      if (left === undefined) await endFamily(tenant, family);
    },

    endFamily,

    async sweep() {
      const now = clock();
      if (now - sweptAt < CLEANUP_INTERVAL_MS) return;
      sweptAt = now;
      await deleteExpired(db, removalClock());
    },
  };
}

const unspentTokens = (from: Kysely<Database>, { tenant, family }: FamilyKey, now: number) =>
  inTenant(from, tenant)
    .selectFrom('refresh_tokens')
    .where('family', '=', family)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now));

async function deleteExpired(db: Kysely<Database>, now: number): Promise<void> {
  await db.deleteFrom('refresh_tokens').where('expires_at', '<', new Date(now)).execute();
  await db
    .deleteFrom('refresh_tokens')
    .where('subject_kind', '!=', 'tutor')
    .where('used_at', '<', new Date(now - RETENTION_MS))
    .execute();
  await db
    .deleteFrom('ended_sessions')
    .where('ended_at', '<', new Date(now - MAX_ACCESS_TOKEN_SECONDS * 1000))
    .execute();
  await db
    .updateTable('refresh_tokens')
    .set({ replay: null })
    .where('replay', 'is not', null)
    .where('used_at', '<', new Date(now - RESEND_WINDOW_MS))
    .execute();
}
