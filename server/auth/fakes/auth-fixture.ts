/** For tests: the app with an embedded database, a few tutors, a clock to set, and id tokens of any kind. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { importJWK, SignJWT } from 'jose';
import * as v from 'valibot';
import { createLog, type LogLine } from '#base/log.ts';
import type { PlatformOptions } from '#base/platform-options.ts';
import { type MakeRateLimit, ownRateLimits } from '#base/rate-limit.ts';
import { hashSecret } from '#base/secrets.ts';
import { createSecurityLog } from '#base/security-log.ts';
import { createAddresses } from '#http/addresses.ts';
import { CALL_LIMITS } from '#http/call-limits.ts';
import { pathOf } from '#http/error-answers.ts';
import { type Tokens as SignedIn, tokensSchema } from '#protocol/auth/auth-service.ts';
import { toJson } from '#store/database.ts';
import { createExtensionVersions } from '#store/extension-version.ts';
import { openTestStore } from '#store/fakes/open-test-store.ts';
import type { Store } from '#store/store.ts';
import { createTenants } from '#store/tenants/tenants.ts';
import { createExtensionPackages, type ExtensionPackagesDeps } from '../../extension/extension-packages.ts';
import { createMetrics } from '../../operations/metrics.ts';
import { createMetricsReader } from '../../operations/metrics-reader.ts';
import { createReadiness } from '../../operations/readiness.ts';
import { parseOptions } from '../../options/parse-options.ts';
import { createPeerTickets } from '../../peer/peer-tickets.ts';
import { createApp } from '../../platform/app.ts';
import { differencesOf } from '../../rest/openapi/fakes/documented-calls.ts';
import { createAuthParts } from '../auth-parts.ts';
import type { Enrolment } from '../enrolment/enrolment.ts';
import { createIdentity } from '../identity/identity.ts';
import { createEncryption } from '../secrets/encryption.ts';
import { openSigningKeys, type SigningKeys } from '../secrets/signing-keys.ts';
import { createSessions, type Sessions } from '../sessions/sessions.ts';
import { createDescribeSubject, type TutorAccess } from '../sessions/subjects.ts';
import { createTokens, type Tokens } from '../sessions/tokens.ts';

export type IdTokenWish = {
  email?: string | undefined;
  provider?: 'google' | 'microsoft';
  claims?: Record<string, unknown>;
  lifetimeSeconds?: number;
};

export const CONSOLE_LOGIN = { siteId: 'riverside', realm: 'console' };

export type AuthFixture = {
  app: FastifyInstance;
  store: Store;
  /** The folder of built files, which does not exist. */
  distDir: string;
  tokens: Tokens;
  logged: LogLine[];
  published: unknown[];
  /** Lines of the security log. */
  security: Record<string, unknown>[];
  endFamily: Sessions['endFamily'];
  now(): number;
  pass(ms: number): void;
  idToken(wish?: IdTokenWish): Promise<string>;
  /** A request like the console's: JSON, tenant-key `demo`, on the tenant's host. */
  call(
    method: 'GET' | 'POST',
    path: string,
    options?: { bearer?: string; body?: object; headers?: Record<string, string>; tenant?: string | null },
  ): Promise<{ status: number; body: Record<string, unknown>; headers: Record<string, unknown> }>;
  /** A session of a tutor; by default in the console of Riverside. */
  login(email?: string, body?: object): Promise<SignedIn>;
  close(): Promise<void>;
};

/** Tess may use Riverside only, Mel both sites and the admin realm, Nico nothing. */
const SITES_OF: Record<string, string[]> = { tess: ['riverside'], mel: ['riverside', 'hillcrest'], nico: [] };

const access: TutorAccess = {
  sites: async ({ tutorId }) => (SITES_OF[tutorId] ?? []).map((id) => ({ id, name: `Site ${id}` })),
  managementAccess: async ({ tutorId }) => tutorId === 'mel',
  effectiveRoles: async ({ site }) => (site ? ['consoleUser'] : ['superAdmin']),
  rooms: async () => ['room-1'],
};

/** Throws if a successful response does not match the OpenAPI document. */
function requireDescribed(method: string, path: string, call: { body: unknown; answer: string }): void {
  const differences = differencesOf(`${method} /auth${pathOf(path)}`, { query: {}, ...call });
  if (differences.length > 0) throw new Error(`not as in the OpenAPI document: ${differences.join('\n')}`);
}

type FixtureParts = {
  /** Wraps the real enrolment, to run something between two of its steps. */
  enrolmentOf?: (real: Enrolment) => Enrolment;
  /** The part of the limits of enrolments that applies, so that a test reaches them with few logins. */
  share?: number;
};

export async function createAuthFixture(
  changes: Partial<PlatformOptions> = {},
  { enrolmentOf = (real) => real, share = 1 }: FixtureParts = {},
): Promise<AuthFixture> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-auth-'));
  const parsed = parseOptions([], { LECTERN_DATA: dataDir });
  if (parsed.name !== 'ok') throw new Error(parsed.name);
  const options = { ...parsed.options, ...changes };
  const distDir = join(dataDir, 'dist');
  const logged: LogLine[] = [];
  const published: unknown[] = [];
  const security: Record<string, unknown>[] = [];
  const log = createLog((line) => logged.push(line));
  let time = 1_700_000_000_000;
  const clock = () => time;
  const clocks = { clock, removalClock: clock };
  const addresses = createAddresses(options, 8080);
  const store = await filledStore();
  const { db } = store;
  const signingKeys = await openSigningKeys({ db, encryption: createEncryption(randomBytes(32)) });
  const tokens = await createTokens({ signingKeys, domain: options.domain, clock });
  const identity = await createIdentity({ signingKeys, addresses, options, clock, log });
  const sessions = createSessions({
    db,
    tokens,
    ...clocks,
    lifetimes: options,
    describeSubject: createDescribeSubject(db, access, clock),
  });
  const parts = createAuthParts({
    db,
    tokens,
    sessions,
    verifyIdToken: identity.verifyIdToken,
    addresses,
    options,
    rateLimit: ownRateLimits(clock),
    ...clocks,
  });
  const app = await createApp({
    options,
    auth: {
      db,
      addresses,
      tokens,
      sessions,
      access,
      clock,
      security: createSecurityLog({ log, clock, keep: (line) => security.push(JSON.parse(line)) }),
      ...parts,
      enrolment: enrolmentOf(parts.enrolment),
      rateLimit: shareOf(share, clock),
      peerTickets: createPeerTickets({ secret: randomBytes(32), clock, rateLimit: ownRateLimits(clock) }),
      publish: (change) => published.push(change),
    },
    developmentProviders: identity.developmentProviders,
    providers: identity.providers,
    registerRest: (rest) => {
      rest.get('/v1/broken', () => {
        throw new Error('secret internals');
      });
    },
    consentReturn: async () => undefined,
    extension: extensionOf(db, { folder: join(dataDir, 'extension'), signingKeys, addresses }),
    operations: operationsOf(options, clock),
    distDir,
    log,
    // Lower than in production, so that tests can reach them.
    limits: { ...CALL_LIMITS, auth: 1_200 },
  });

  const idToken = (wish?: IdTokenWish) => signIdToken(signingKeys, clock(), wish);

  const fixture: AuthFixture = {
    app,
    store,
    distDir,
    tokens,
    logged,
    published,
    security,
    idToken,
    endFamily: sessions.endFamily,
    now: clock,
    pass(ms) {
      time += ms;
    },
    async call(method, path, { bearer, body, headers, tenant = 'demo' } = {}) {
      const request: InjectOptions = {
        method,
        url: `/auth${path}`,
        headers: {
          host: 'demo.localhost:8080',
          ...(tenant !== null && { 'tenant-key': tenant }),
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
          ...headers,
        },
        ...(body && { payload: body }),
      };
      const response = await app.inject(request);
      const text = response.body;
      if (response.statusCode < 300) requireDescribed(method, path, { body, answer: text });
      return { status: response.statusCode, body: text ? JSON.parse(text) : {}, headers: response.headers };
    },
    async login(email = 'tess@demo.example', body = CONSOLE_LOGIN) {
      const answer = await fixture.call('POST', '/login', { bearer: await idToken({ email }), body });
      return v.parse(tokensSchema, answer.body);
    },
    async close() {
      await app.close();
      await store.dispose();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return fixture;
}

const operationsOf = (options: PlatformOptions, clock: () => number) => ({
  metrics: createMetrics(),
  readiness: createReadiness({ parts: {}, clock }),
  mayReadMetrics: createMetricsReader(options),
});

const extensionOf = (db: Store['db'], parts: Omit<ExtensionPackagesDeps, 'versions'>) => ({
  packages: createExtensionPackages({ ...parts, versions: createExtensionVersions(db) }),
  tenants: createTenants(db),
});

const shareOf =
  (share: number, clock: () => number): MakeRateLimit =>
  (name, { perMinute, burst }) =>
    ownRateLimits(clock)(name, { perMinute: perMinute * share, ...(burst !== undefined && { burst }) });

/** An id token of the development identity provider. `now`: epoch milliseconds. */
async function signIdToken(
  signingKeys: SigningKeys,
  now: number,
  { email = 'tess@demo.example', provider = 'google', claims, lifetimeSeconds = 3_600 }: IdTokenWish = {},
): Promise<string> {
  const [key] = await signingKeys.ensure(provider);
  const seconds = Math.floor(now / 1000);
  return new SignJWT({
    sub: email,
    name: 'Some Body',
    nonce: randomBytes(9).toString('hex'),
    iat: seconds,
    exp: seconds + lifetimeSeconds,
    iss: `http://id.localhost:8080/${provider}`,
    aud: `lectern-development-${provider}`,
    ...(provider === 'google' ? { email, email_verified: true } : { preferred_username: email }),
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256', kid: key.kid })
    .sign(await importJWK(key.privateJwk, 'RS256'));
}

async function filledStore() {
  const store = await openTestStore('pglite');
  await fill(store);
  return store;
}

async function fill({ db }: Store): Promise<void> {
  const tenant = 'demo';
  await db
    .insertInto('tenants')
    .values([
      { key: tenant, name: 'Demo School', properties: toJson({ specialMessages: [MESSAGE] }) },
      { key: 'empty', name: 'New School', properties: toJson({}) },
    ])
    .execute();
  const sites = ['riverside', 'hillcrest'].map((id) => ({ tenant, id, name: `Site ${id}`, parent_id: null }));
  await db.insertInto('sites').values(sites).execute();
  const tutors = ['tess', 'mel', 'nico'].map((id) => ({
    tenant,
    id,
    primary_email: `${id}@Demo.example`,
    name: null,
    last_login_at: null,
  }));
  await db.insertInto('tutors').values(tutors).execute();
  await db
    .insertInto('roles')
    .values({ tenant, id: 'super', name: 'superAdmin', friendly_name: 'Super Admin' })
    .execute();
  await db
    .insertInto('role_links')
    .values({
      tenant,
      id: 'link',
      tutor_id: 'mel',
      role_id: 'super',
      site_id: null,
      tag_id: null,
      global: true,
    })
    .execute();
  await db
    .insertInto('site_tokens')
    .values([
      { tenant, id: 'token', site_id: 'riverside', hash: hashSecret('site secret'), expires_at: null },
      {
        tenant,
        id: 'old',
        site_id: 'riverside',
        hash: hashSecret('expired secret'),
        expires_at: new Date(1),
      },
    ])
    .execute();
  await db
    .insertInto('users')
    .values({ tenant, id: 'student-1', site_id: 'riverside', name: 'Ann Student', email: 'Ann@demo.example' })
    .execute();
  await db
    .insertInto('site_runners')
    .values({
      tenant,
      id: 'runner-1',
      site_id: 'riverside',
      name: 'Basement',
      hostname: null,
      last_seen_at: null,
    })
    .execute();
  await db
    .insertInto('runner_tokens')
    .values({ tenant, id: 'rt', runner_id: 'runner-1', hash: hashSecret('runner secret') })
    .execute();
}

export const MESSAGE = {
  startDate: '2026-01-01T00:00:00Z',
  endDate: '2026-12-31T00:00:00Z',
  title: 'Works',
  text: 'On Saturday',
};
