/** Explains to the console why a tutor's session ended. */
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';
import type { SessionEnd, SessionEndReason } from '#protocol/auth/session-end.ts';
import type { Database } from '#store/database.ts';
import type { Bearers } from './bearer.ts';
import type { TutorAccess } from './subjects.ts';
import type { Tokens } from './tokens.ts';

export type SessionEndDeps = {
  db: Kysely<Database>;
  tokens: Pick<Tokens, 'verifyAsMade'>;
  bearers: Pick<Bearers, 'tenant' | 'token'>;
  access: Pick<TutorAccess, 'sites' | 'managementAccess'>;
};

/**
 * The reason is derived from the current data, because an unused session ends without any record. An expired
 * token is accepted for this route alone, since tutors return the next morning.
 */
export function registerSessionEnd(app: FastifyInstance, deps: SessionEndDeps): void {
  app.get('/session-end', async (request): Promise<SessionEnd> => {
    const { key } = await deps.bearers.tenant(request);
    const claims = await deps.tokens.verifyAsMade(deps.bearers.token(request));
    if (claims?.kind !== 'tutor' || claims.tenant !== key)
      throw new AppError('unauthorized', 'This is no token of a tutor’s session.');
    return { why: await reasonOf(claims, deps) };
  });
}

/** Null: the tutor may still have such a session, so it ended by a sign-out or expired. */
async function reasonOf(
  { tenant, sub: tutorId, realm, site }: AccessTokenClaims,
  { db, access }: SessionEndDeps,
): Promise<SessionEndReason | null> {
  const tutor = { tenant, tutorId };
  if (!(await isThere(db, 'tutors', { tenant, id: tutorId }))) return 'tutor-deleted';
  if (realm === 'admin') return (await access.managementAccess(tutor)) ? null : 'no-management';
  if (site === undefined || !(await isThere(db, 'sites', { tenant, id: site }))) return 'site-deleted';
  return (await access.sites(tutor)).some(({ id }) => id === site) ? null : 'no-role-on-site';
}

async function isThere(
  db: Kysely<Database>,
  table: 'tutors' | 'sites',
  { tenant, id }: { tenant: string; id: string },
): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
