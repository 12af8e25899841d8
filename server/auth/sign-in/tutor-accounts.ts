/**
 * An e-mail address identifies a tutor only at the first sign-in. Addresses are reassigned, and the same
 * address at another provider or directory may belong to another person. The first sign-in binds the tutor to
 * the account (issuer and subject); no other account is accepted afterwards.
 */

import type { Kysely } from 'kysely';
import type { Database } from '#store/database.ts';
import { inTenant } from '#store/in-tenant.ts';
import { DEVELOPMENT_ISSUER, type Identity } from '../identity/id-token.ts';

export type TutorOfAccount =
  | { name: 'tutor'; id: string }
  /** No tutor has this e-mail. */
  | { name: 'unknown' }
  /** The tutor is bound to another account, or the account to another tutor. */
  | { name: 'other-account' };

/** The tutor of an identity; binds them if neither is bound. `db` may be a transaction. */
export async function tutorOfIdentity(
  db: Kysely<Database>,
  tenant: string,
  { email, account }: Pick<Identity, 'email' | 'account'>,
): Promise<TutorOfAccount> {
  const rows = await inTenant(db, tenant)
    .selectFrom('tutors')
    .select((of) => [
      'id',
      'account_issuer',
      'account_subject',
      of.fn<string>('lower', ['primary_email']).as('email'),
    ])
    .where((is) =>
      is.or([
        is(is.fn('lower', ['primary_email']), '=', email),
        is.and([is('account_issuer', '=', account.issuer), is('account_subject', '=', account.subject)]),
      ]),
    )
    .execute();
  const tutor = rows.find((row) => row.email === email);
  if (tutor === undefined) return { name: 'unknown' };
  const { id, account_issuer: issuer } = tutor;
  if (issuer === account.issuer && tutor.account_subject === account.subject) return { name: 'tutor', id };
  if (rows.length > 1 || !isFree(issuer, account)) return { name: 'other-account' };
  const bound = await inTenant(db, tenant)
    .updateTable('tutors')
    .set({ account_issuer: account.issuer, account_subject: account.subject })
    .where('id', '=', id)
    .where('account_issuer', 'is not distinct from', issuer)
    .returning('id')
    .executeTakeFirst();
  // Two first sign-ins at once: the other one was bound, possibly to the same account.
  return bound ? { name: 'tutor', id } : tutorOfIdentity(db, tenant, { email, account });
}

/** Development accounts prove nothing, so the first real account replaces them. */
const isFree = (issuer: string | null, account: Identity['account']) =>
  issuer === null || (issuer === DEVELOPMENT_ISSUER && account.issuer !== DEVELOPMENT_ISSUER);
