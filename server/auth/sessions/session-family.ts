/** A family: all sessions of one sign-in (a tutor's or a device's), which end together. */
import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Database } from '#store/database.ts';

export type FamilyKey = { tenant: string; family: string };

export const newFamily = () => randomBytes(16).toString('base64url');

/** The `jti` of another access token of a family. */
export const newJti = (family: string) => `${family}.${randomBytes(9).toString('base64url')}`;

/**
 * Serialises additions to a family and its end. Otherwise a token added during the deletion would survive,
 * and the session with it.
 */
export async function lockFamily(trx: Transaction<Database>, { tenant, family }: FamilyKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${tenant} ${family}`}, 0))`.execute(trx);
}

/** Id tokens and their tickets are valid for less than this. */
const RETENTION_MS = 2 * 60 * 60 * 1000;

/** Ends the login page's tickets too: the next visitor there may be another person. */
export async function endTickets(
  trx: Transaction<Database>,
  rows: readonly { ticket: string | null }[],
  now: number,
): Promise<void> {
  const tickets = new Set(rows.flatMap(({ ticket }) => ticket ?? []));
  if (tickets.size === 0) return;
  const expires_at = new Date(now + RETENTION_MS);
  await trx
    .insertInto('ended_tickets')
    .values([...tickets].map((jti) => ({ jti, expires_at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
