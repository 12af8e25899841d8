/** The sessions of one sign-in: a tutor's on several sites, or one device's. They share a family, and end together. */
import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';

export type FamilyKey = { tenant: string; family: string };

export const newFamily = () => randomBytes(16).toString('base64url');

/** The `jti` of one more access token of a family. */
export const newJti = (family: string) => `${family}.${randomBytes(9).toString('base64url')}`;

/**
 * Lets one transaction at a time add to a family or end it. Otherwise a token that is added while the family is being
 * deleted would be left over, and with it the session.
 */
export async function lockFamily(trx: Transaction<Database>, { tenant, family }: FamilyKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${tenant} ${family}`}, 0))`.execute(trx);
}

/** No id token, and no ticket for one, is taken for longer. */
const TICKET_MEMORY_MS = 2 * 60 * 60 * 1000;

/** The login page must not go on with a sign-in whose session has ended: the next visitor may be somebody else. */
export async function endTickets(
  trx: Transaction<Database>,
  rows: readonly { ticket: string | null }[],
  now: number,
): Promise<void> {
  const tickets = new Set(rows.flatMap(({ ticket }) => ticket ?? []));
  if (tickets.size === 0) return;
  const expires_at = new Date(now + TICKET_MEMORY_MS);
  await trx
    .insertInto('ended_tickets')
    .values([...tickets].map((jti) => ({ jti, expires_at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
