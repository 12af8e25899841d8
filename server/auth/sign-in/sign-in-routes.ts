/** The routes of a tutor's sign-in: sites, sessions, and the hand-over from the login page to a console. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { SecurityLog } from '#base/security-log.ts';
import type { Addresses } from '#http/addresses.ts';
import { parseBody } from '#http/parse-body.ts';
import { AppError } from '#protocol/app-error.ts';
import {
  handOverBodySchema,
  loginBodySchema,
  redeemBodySchema,
  type SignInTicket,
  type SiteList,
  signInBodySchema,
} from '#protocol/auth/auth-service.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { type Database, toJson } from '#store/database.ts';
import { inTenant } from '#store/in-tenant.ts';
import type { Bearers, TutorCaller } from '../sessions/bearer.ts';
import { beginSession } from '../sessions/begin-session.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { TutorAccess } from '../sessions/subjects.ts';
import type { HandOvers } from './hand-overs.ts';
import type { SignIns } from './sign-ins.ts';
import { withIdentity } from './with-identity.ts';

export type SignInRoutesDeps = {
  db: Kysely<Database>;
  addresses: Addresses;
  sessions: Sessions;
  signIns: SignIns;
  bearers: Bearers;
  handOvers: HandOvers;
  access: TutorAccess;
  clock: () => EpochMs;
  security: SecurityLog;
};

export function registerSignIns(app: FastifyInstance, deps: SignInRoutesDeps): void {
  const { db, sessions, bearers, handOvers, access, clock } = deps;

  app.get('/sites', async (request): Promise<SiteList> => {
    const tutor = await bearers.tutor(request, await bearers.tenant(request), 'id-or-access');
    const sites = (await access.sites(tutor)).map(({ id, name }) => ({ id, name }));
    return { sites, managementAccess: await access.managementAccess(tutor) };
  });

  app.post('/login', async (request) => {
    const tenant = await bearers.tenant(request);
    const body = parseBody(loginBodySchema, request.body);
    const tutor = await bearers.tutor(request, tenant, 'id-or-access');
    if (tutor.jti !== undefined && body.realm === 'admin') throw ownSignInNeeded();
    await mayBegin(tutor, body);
    await tutor.take();
    await storeLogin(db, tutor, new Date(clock()));
    const subject = tutorSubject(tutor, body);
    if (tutor.jti === undefined) return beginSession(sessions, subject, body);
    // A session that an access token begins ends together with the session of that token.
    const session = await sessions.startBeside(tutor.jti, subject, body);
    if (session === undefined) throw new AppError('unauthorized', 'This session has ended.');
    return session;
  });

  app.post('/sign-ins', async (request): Promise<SignInTicket> => {
    await bearers.tenant(request);
    const { verifier } = parseBody(signInBodySchema, request.body);
    const read = await bearers.idToken(bearers.token(request), verifier);
    await deps.signIns.take(read);
    return deps.signIns.ticketFor(read.identity, read.expiresAt);
  });

  app.post('/hand-overs', async (request) => {
    const tenant = await bearers.tenant(request);
    const body = parseBody(handOverBodySchema, request.body);
    const tutor = await bearers.tutor(request, tenant, 'id');
    await mayBegin(tutor, body);
    await tutor.take();
    await storeLogin(db, tutor, new Date(clock()));
    return { code: await handOvers.create(tutor, body) };
  });

  app.post('/hand-overs/redeem', async (request) => {
    // The code is burnt first, so that it is used up even if the rest of the request is invalid.
    const code = codeOf(request.body);
    const burnt =
      code === undefined ? undefined : await handOvers.burn(code, () => repeatedHandOver(request));
    const tenant = await bearers.tenant(request);
    const body = parseBody(redeemBodySchema, request.body);
    return handOvers.redeem(
      burnt,
      {
        tenant: tenant.key,
        origin: request.headers.origin,
        consoleOrigin: new URL(deps.addresses.consoleUrl(tenant.key)).origin,
      },
      body,
    );
  });

  function repeatedHandOver({ headers, ip: address }: FastifyRequest): void {
    const tenant = headers['tenant-key'];
    deps.security.note({ what: 'hand-over-repeated', tenant: tenant?.toString(), address });
  }

  async function mayBegin(tutor: TutorCaller, body: { siteId?: string | undefined; realm: string }) {
    const { siteId, realm } = tutorSubject(tutor, body);
    const allowed =
      realm === 'admin'
        ? await access.managementAccess(tutor)
        : (await access.sites(tutor)).some((site) => site.id === siteId);
    if (!allowed) throw new AppError('forbidden', 'Your account may not sign in here.');
  }
}

/** A stolen access token of a console must not give the rights of an administrator. */
const ownSignInNeeded = () =>
  new AppError(
    'forbidden',
    'The admin realm needs a sign-in of its own: choose “Login as Admin” at sign-in.',
  );

/** Fills empty fields of the tutor with those of the identity provider. */
async function storeLogin(
  db: Kysely<Database>,
  { tenant, tutorId, identity }: TutorCaller,
  now: Date,
): Promise<void> {
  const tutor = await inTenant(db, tenant)
    .updateTable('tutors')
    .set({ last_login_at: now })
    .where('id', '=', tutorId)
    .returning(['name', 'properties'])
    .executeTakeFirst();
  if (identity === undefined || tutor === undefined) return;
  const filled = withIdentity(tutor.properties, identity);
  if (tutor.name !== null && filled === tutor.properties) return;
  await inTenant(db, tenant)
    .updateTable('tutors')
    .set({ name: tutor.name ?? identity.name ?? null, properties: toJson(filled) })
    .where('id', '=', tutorId)
    .execute();
}

function tutorSubject(tutor: TutorCaller, body: { siteId?: string | undefined; realm: string }) {
  const { tenant, tutorId } = tutor;
  if (body.realm === 'admin')
    return { kind: 'tutor', tenant, tutorId, realm: 'admin', siteId: undefined } as const;
  if (body.siteId === undefined) {
    throw new AppError('invalid', 'The realm console needs a site.', { detail: { field: 'siteId' } });
  }
  return { kind: 'tutor', tenant, tutorId, realm: 'console', siteId: body.siteId } as const;
}

function codeOf(body: FastifyRequest['body']): string | undefined {
  const code = (body as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' && code !== '' && code.length <= 256 ? code : undefined;
}
