/** The auth service's calls (src/protocol/auth-service.ts). Every one carries the header `tenant-key`. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { isPageName } from '#domain/page-name.ts';
import { AppError } from '#protocol/app-error.ts';
import {
  type DeviceSite,
  deviceLoginSchema,
  deviceSiteBodySchema,
  handOverBodySchema,
  loginBodySchema,
  redeemBodySchema,
  refreshBodySchema,
  runnerLoginSchema,
  type SignInTicket,
  type SiteList,
  signInBodySchema,
} from '#protocol/auth-service.ts';
import type { Notification } from '#protocol/notification.ts';
import type { Addresses } from '../http/addresses.ts';
import { noteCalls } from '../http/note-calls.ts';
import { parseBody } from '../http/parse-body.ts';
import type { Identity } from '../identity/id-token.ts';
import type { SecurityLog } from '../security-log.ts';
import type { Database } from '../store/database.ts';
import { toJson } from '../store/database.ts';
import { authEventOf } from './auth-events.ts';
import { type AskingTutor, type Bearers, otherAccount } from './bearer.ts';
import type { Enrolment } from './enrolment.ts';
import { createEnrolmentLimits } from './enrolment-limits.ts';
import { createFirstAdministrator } from './first-administrator.ts';
import type { HandOvers } from './hand-overs.ts';
import { type PeerTicketRouteDeps, registerPeerTickets } from './peer-ticket-route.ts';
import type { Expiries } from './session-lifetimes.ts';
import type { Session, Sessions } from './sessions.ts';
import { NEXT_TRY_SECONDS, type SetUpCodes } from './set-up-codes.ts';
import type { SignIns } from './sign-ins.ts';
import type { Subject, TutorAccess } from './subjects.ts';
import type { Tokens } from './tokens.ts';

export type AuthRoutesDeps = {
  db: Kysely<Database>;
  addresses: Addresses;
  tokens: Tokens;
  sessions: Sessions;
  signIns: SignIns;
  bearers: Bearers;
  handOvers: HandOvers;
  enrolment: Enrolment;
  setUpCodes: SetUpCodes;
  access: TutorAccess;
  peerTickets: PeerTicketRouteDeps['peerTickets'];
  publish(change: Notification & { tenant: string; site?: string }): void;
  clock: () => number;
  security: SecurityLog;
};

const createAdminBodySchema = v.object({
  data: v.pipe(v.string(), v.minLength(1), v.maxLength(16_384)),
  setUpCode: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
});

/** Mounts the calls on `app` below `prefix` (the path of AUTH_URL). */
export function registerAuthRoutes(app: FastifyInstance, deps: AuthRoutesDeps): void {
  const { db, tokens, sessions, bearers, handOvers, enrolment, access, clock } = deps;

  // Answers hold tokens or speak of one person.
  app.addHook('onSend', async (request, reply) => {
    const isPublic = request.routeOptions.url?.endsWith('/.well-known/jwks.json');
    if (!isPublic) reply.header('cache-control', 'no-store');
  });

  noteCalls(app, deps.security, 'auth', authEventOf);

  app.get('/.well-known/jwks.json', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(tokens.jwks()),
  );

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
    await rememberLogin(tutor);
    const subject = tutorSubject(tutor, body);
    if (tutor.jti === undefined) return begin(subject, body);
    // What an access token begins ends with the session that the token is of.
    const session = await sessions.startBeside(tutor.jti, subject, body);
    if (session === undefined) throw new AppError('unauthorized', 'This session has ended.');
    return session;
  });

  app.post('/refresh', async (request) => {
    const tenant = await bearers.tenant(request);
    const expiries = parseBody(refreshBodySchema, request.body);
    const result = await sessions.refresh(tenant.key, bearers.token(request), expiries);
    if (result.name === 'ok') return result.session;
    if (result.name === 'reused')
      deps.security.note({
        ...{ what: 'refresh-reused', tenant: tenant.key, address: request.ip },
        ...result.by,
      });
    throw new AppError(
      'unauthorized',
      result.name === 'reused'
        ? 'This refresh token was used before; the session has been ended.'
        : 'This session has ended.',
    );
  });

  app.post('/logout', async (request, reply) => {
    const tenant = await bearers.tenant(request);
    await sessions.end(tenant.key, bearers.token(request));
    return reply.code(204).send();
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
    await rememberLogin(tutor);
    return { code: await handOvers.create(tutor, body) };
  });

  app.post('/hand-overs/redeem', async (request) => {
    // First of all, so that nothing that is wrong with the rest leaves the code alive.
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

  app.post('/lms-actions/create-admin', async (request, reply) => {
    const tenant = await bearers.tenant(request);
    const { data, setUpCode } = parseBody(createAdminBodySchema, request.body);
    const { identity, take } = await bearers.account(data);
    const made = await createFirstAdministrator(db, tenant.key, identity, {
      codes: deps.setUpCodes,
      code: setUpCode,
      address: request.ip,
    });
    if (made.name === 'other-account') throw otherAccount(identity.email);
    if (made.name === 'present') {
      throw new AppError('forbidden', `${tenant.name} already has an administrator, who can add others.`);
    }
    if (made.name === 'wrong') throw new AppError('wrong-set-up-code', WRONG_CODE);
    if (made.name === 'too-many') {
      reply.header('retry-after', NEXT_TRY_SECONDS);
      throw new AppError('forbidden', TOO_MANY_CODES, { detail: { status: 429 } });
    }
    await take();
    const { tutorId } = made;
    deps.publish({ tenant: tenant.key, resource: 'tutors', id: tutorId, change: 'created', at: clock() });
    return { tutorId };
  });

  app.post('/devices/site', async (request): Promise<DeviceSite> => {
    const tenant = (await bearers.tenant(request)).key;
    const { secret } = parseBody(deviceSiteBodySchema, request.body);
    const site = await enrolment.site(tenant, secret);
    if (site === undefined) throw wrongSecret();
    return site;
  });

  const limits = createEnrolmentLimits({ security: deps.security, clock });

  app.post('/devices/login', async (request, reply) => {
    const tenant = (await bearers.tenant(request)).key;
    const login = parseBody(deviceLoginSchema, request.body);
    limits.take({ address: request.ip, secret: login.secret }, (seconds) =>
      reply.header('retry-after', seconds),
    );
    // Programs send no Origin, and a page cannot leave it out.
    const { origin } = request.headers;
    const atPage = origin !== undefined && deps.addresses.isPageOrigin(origin);
    const result = await enrolment.device(tenant, login, { atPage });
    if (result.name === 'wrong-secret') throw wrongSecret();
    if (result.name === 'refused') throw new AppError('forbidden', result.reason);
    if (result.name === 'page-name') throw pageName();
    if (result.name === 'too-many-pages') {
      const { siteId: site } = result;
      deps.security.note({
        what: 'limit-reached',
        reason: 'pages-of-site',
        tenant,
        site,
        address: request.ip,
      });
      throw new AppError('conflict', 'This site has as many student pages as it may have.');
    }
    const { client } = result;
    const told = { tenant, site: client.siteId, resource: 'devices', at: clock() };
    if (client.removedDevice !== undefined)
      deps.publish({ ...told, id: client.removedDevice, change: 'deleted' });
    if (client.newDevice) deps.publish({ ...told, id: client.deviceId, change: 'created' });
    const session = await begin({ kind: 'device', tenant, clientId: client.clientId }, {});
    return { ...session, ...client.page };
  });

  app.post('/runners/login', async (request, reply) => {
    const tenant = (await bearers.tenant(request)).key;
    const login = parseBody(runnerLoginSchema, request.body);
    limits.take({ address: request.ip, secret: login.secret }, (seconds) =>
      reply.header('retry-after', seconds),
    );
    if (isPageName(login.hostname)) throw pageName();
    const runner = await enrolment.runner(tenant, login);
    if (runner === undefined) throw new AppError('unauthorized', 'This secret belongs to no site runner.');
    return begin({ kind: 'runner', tenant, runnerId: runner.runnerId }, {});
  });

  registerPeerTickets(app, deps);

  function repeatedHandOver({ headers, ip: address }: FastifyRequest): void {
    const tenant = headers['tenant-key'];
    deps.security.note({ what: 'hand-over-repeated', tenant: tenant?.toString(), address });
  }

  async function begin(subject: Subject, expiries: Expiries): Promise<Session> {
    const started = await sessions.start(subject, expiries);
    if (started === undefined) throw new AppError('forbidden', 'Your account may not sign in here.');
    return started.session;
  }

  async function mayBegin(tutor: AskingTutor, body: { siteId?: string | undefined; realm: string }) {
    const { siteId, realm } = tutorSubject(tutor, body);
    const allowed =
      realm === 'admin'
        ? await access.managementAccess(tutor)
        : (await access.sites(tutor)).some((site) => site.id === siteId);
    if (!allowed) throw new AppError('forbidden', 'Your account may not sign in here.');
  }

  /** What the identity provider says fills what nobody has written by hand. */
  async function rememberLogin({ tenant, tutorId, identity }: AskingTutor): Promise<void> {
    const tutor = await db
      .updateTable('tutors')
      .set({ last_login_at: new Date(clock()) })
      .where('tenant', '=', tenant)
      .where('id', '=', tutorId)
      .returning(['name', 'properties'])
      .executeTakeFirst();
    if (identity === undefined || tutor === undefined) return;
    const filled = withIdentity(tutor.properties, identity);
    if (tutor.name !== null && filled === tutor.properties) return;
    await db
      .updateTable('tutors')
      .set({ name: tutor.name ?? identity.name ?? null, properties: toJson(filled) })
      .where('tenant', '=', tenant)
      .where('id', '=', tutorId)
      .execute();
  }
}

const pageName = () =>
  new AppError('invalid', 'Names that begin with “page-” belong to student pages.', {
    detail: { field: 'hostname' },
  });

/** Somebody with a copy of a console's access token must not come by the rights of an administrator. */
const ownSignInNeeded = () =>
  new AppError(
    'forbidden',
    'The admin realm needs a sign-in of its own: choose “Login as Admin” at sign-in.',
  );

const WRONG_CODE =
  'This set-up code is not right. The platform prints it in the terminal of whoever runs it, anew at each start.';
const TOO_MANY_CODES =
  'Too many set-up codes came from your network. Wait a minute, and try again with the code that the platform printed last.';
const wrongSecret = () => new AppError('unauthorized', 'This secret opens no site.');

function withIdentity<T extends { picture?: string | undefined }>(properties: T, identity: Identity): T {
  const { picture } = identity;
  return picture === undefined || picture === properties.picture ? properties : { ...properties, picture };
}

function tutorSubject(tutor: AskingTutor, body: { siteId?: string | undefined; realm: string }) {
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
