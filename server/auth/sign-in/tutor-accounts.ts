/**
 * An e-mail address says which tutor somebody is, and proves it once: addresses are given to other people, and whoever
 * has one at another provider or directory may not be the tutor. At the first sign-in a tutor is bound to the account
 * that was shown (issuer and subject); from then on no other account is this tutor.
 */
import type { Kysely } from 'kysely';
import { DEVELOPMENT_ISSUER, type Identity } from '../../identity/id-token.ts';
import type { Database } from '../../store/database.ts';

export type TutorOfAccount =
  | { name: 'tutor'; id: string }
  /** The address is of no tutor. */
  | { name: 'unknown' }
  /** The tutor is bound to another account, or the account to another tutor. */
  | { name: 'other-account' };

/** The tutor that an identity is; binds both where neither is bound. `db` may be a transaction. */
export async function tutorOfIdentity(
  db: Kysely<Database>,
  tenant: string,
  { email, account }: Pick<Identity, 'email' | 'account'>,
): Promise<TutorOfAccount> {
  const rows = await db
    .selectFrom('tutors')
    .select((of) => [
      'id',
      'account_issuer',
      'account_subject',
      of.fn<string>('lower', ['primary_email']).as('email'),
    ])
    .where('tenant', '=', tenant)
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
  const bound = await db
    .updateTable('tutors')
    .set({ account_issuer: account.issuer, account_subject: account.subject })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('account_issuer', 'is not distinct from', issuer)
    .returning('id')
    .executeTakeFirst();
  // Two first sign-ins at once: the other one is the tutor, which may be the same account.
  return bound ? { name: 'tutor', id } : tutorOfIdentity(db, tenant, { email, account });
}

/** At the stand-ins for development anybody is anybody: what they bound gives way to the first real account. */
const isFree = (issuer: string | null, account: Identity['account']) =>
  issuer === null || (issuer === DEVELOPMENT_ISSUER && account.issuer !== DEVELOPMENT_ISSUER);
