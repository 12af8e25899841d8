/**
 * An id token is valid for one sign-in. The login page makes several calls (sites, hand-over, another
 * hand-over for the admin realm), so it exchanges the id token for a ticket. The ticket is the platform's own
 * token for the same account, and ends with the session that it began.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { equalText, hashSecret } from '#base/secrets.ts';
import { AppError } from '#protocol/app-error.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Database } from '#store/database.ts';
import type { Identity, IdTokenResult } from '../identity/id-token.ts';
import type { Tokens } from '../sessions/tokens.ts';

/** A verified id token. */
export type ReadIdToken = Extract<IdTokenResult, { name: 'ok' }>;
export type Ticket = { ticket: string; expiresIn: number };

export type SignIns = {
  /** Uses up an id token. Throws `unauthorized` if it was used before. */
  take(token: ReadIdToken): Promise<void>;
  /** Whether an id token was used before. */
  isTaken(token: ReadIdToken): Promise<boolean>;
  /** Throws `credential-nonce` if the id token was not requested with this verifier. */
  checkVerifier(token: ReadIdToken, verifier: string | undefined): void;
  /** A ticket that expires with the id token. */
  ticketFor(identity: Identity, expiresAt: number): Promise<Ticket>;
  /** The account of a ticket; undefined: it is invalid, has expired, or its sign-in has ended. */
  read(ticket: string): Promise<{ identity: Identity; jti: string } | undefined>;
};

/** Prefix of a nonce that hashes a verifier, which only the requesting page knows. */
const HASHED_NONCE = 's256.';
/** Providers accept their tokens a little beyond the expiry. */
const MAX_CLOCK_SKEW_MS = 60_000;

const ticketSchema = v.object({
  jti: v.string(),
  provider: v.picklist(['google', 'microsoft']),
  account: v.object({ issuer: v.string(), subject: v.string() }),
  email: v.string(),
  name: v.optional(v.string()),
  givenName: v.optional(v.string()),
  familyName: v.optional(v.string()),
  picture: v.optional(v.string()),
});

/** `removalClock`: see `removal-clock.ts`. */
export function createSignIns(deps: {
  db: Kysely<Database>;
  tokens: Tokens;
  clock: () => EpochMs;
  removalClock: () => EpochMs;
}): SignIns {
  const { db, tokens, clock, removalClock } = deps;

  async function sweep(): Promise<void> {
    const now = new Date(removalClock());
    await db.deleteFrom('taken_id_tokens').where('expires_at', '<', now).execute();
    await db.deleteFrom('ended_tickets').where('expires_at', '<', now).execute();
  }

  return {
    async take({ signed, expiresAt }) {
      await sweep();
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('taken_id_tokens')
        .values({ hash: hashSecret(signed), expires_at: new Date(expiresAt + MAX_CLOCK_SKEW_MS) })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 0n) throw usedBefore();
    },
    async isTaken({ signed }) {
      const row = await db
        .selectFrom('taken_id_tokens')
        .select('hash')
        .where('hash', '=', hashSecret(signed))
        .executeTakeFirst();
      return row !== undefined;
    },
    checkVerifier({ nonce }, verifier) {
      if (!nonce.startsWith(HASHED_NONCE) && verifier === undefined) return;
      const hash = createHash('sha256')
        .update(verifier ?? '')
        .digest('base64url');
      if (verifier !== undefined && equalText(nonce, HASHED_NONCE + hash)) return;
      throw new AppError('credential-nonce', 'This id token was not asked for here.');
    },
    async ticketFor(identity, expiresAt) {
      const expiresIn = Math.floor((expiresAt - clock()) / 1000);
      const jti = randomBytes(16).toString('base64url');
      const claims = { ...identity, jti, sub: identity.account.subject };
      return { ticket: await tokens.signTicket(claims, expiresIn), expiresIn };
    },
    async read(ticket) {
      const parsed = v.safeParse(ticketSchema, await tokens.verifyTicket(ticket));
      if (!parsed.success) return undefined;
      const { jti, name, givenName, familyName, picture, ...who } = parsed.output;
      const ended = await db
        .selectFrom('ended_tickets')
        .select('jti')
        .where('jti', '=', jti)
        .executeTakeFirst();
      return ended ? undefined : { identity: { ...who, name, givenName, familyName, picture }, jti };
    },
  };
}

export const usedBefore = () => new AppError('unauthorized', 'This sign-in was used before; sign in again.');
