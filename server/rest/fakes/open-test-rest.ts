/** The REST service on a store with the demo tenant and a second tenant, for tests. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FastifyInstance, fastify } from 'fastify';
import * as v from 'valibot';
import { openPageLinks } from '#auth/enrolment/page-link.ts';
import { createEncryption, type Encryption } from '#auth/secrets/encryption.ts';
import { type Change, createChanges } from '#base/changes.ts';
import { silentLog } from '#base/log.ts';
import type { S3Options } from '#base/platform-options.ts';
import { createSecurityLog } from '#base/security-log.ts';
import { createDirectoryConsent } from '#directories/consent/directory-consent.ts';
import { createDirectories, type Providers } from '#directories/directories.ts';
import { createIntegrationSecrets } from '#directories/integration-secrets.ts';
import { CALL_LIMITS, limitCalls } from '#http/call-limits.ts';
import { createCallsInFlight } from '#http/calls-in-flight.ts';
import { createErrorHandler } from '#http/error-answers.ts';
import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';
import { systemClock } from '#protocol/clock.ts';
import { errorDocumentSchema } from '#protocol/rest/error-document.ts';
import { openTestStore, type TestStore } from '#store/fakes/open-test-store.ts';
import { createPermissions } from '#store/permissions/permissions.ts';
import { openMedia } from '../../media/open-media.ts';
import { createSyncs } from '../../sync/syncs.ts';
import { compareWithDocument } from '../openapi/fakes/documented-calls.ts';
import { registerRest } from '../register-rest.ts';

const BASE = { iss: 'test', aud: 'test', sub: '', kind: 'tutor', tenant: 'demo', roles: [], iat: 0, exp: 1 };

const CONSENT_URL = 'http://login.localhost/oauth-consent';

/** Replaces signed tokens: the token is the encoded claims. */
export const tokenOf = (claims: Partial<AccessTokenClaims>) =>
  Buffer.from(JSON.stringify({ ...BASE, ...claims })).toString('base64url');

function directoryPartsOf(db: TestStore['db'], encryption: Encryption, providers: Providers) {
  const secrets = createIntegrationSecrets(db, encryption);
  return {
    secrets,
    directories: createDirectories({ db, secrets, providers }),
    consents: createDirectoryConsent({
      db,
      encryption,
      providers,
      redirectUri: CONSENT_URL,
      removalClock: Date.now,
    }),
  };
}

const verify = async (token: string) => {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString()) as AccessTokenClaims;
  } catch {
    return undefined;
  }
};

const CALLS = createCallsInFlight(systemClock);

const TEACHING = ['consoleUser', 'policyUser', 'eventViewer'];
export const MAINTAINING = [...TEACHING, 'groupMaintainer', 'policyMaintainer', 'siteLogViewer'];
export const onRiverside = { site: 'riverside', realm: 'console' as const };
export const TEACHER = tokenOf({ ...onRiverside, sub: 'tutor-teacher', roles: TEACHING });
export const MAINTAINER = tokenOf({ ...onRiverside, sub: 'tutor-maintainer', roles: MAINTAINING });
/** A tutor who teaches, but may neither apply policies nor read the events of the site. */
export const ASSISTANT = tokenOf({ ...onRiverside, sub: 'tutor-teacher', roles: ['consoleUser'] });
export const RUNNER = tokenOf({ kind: 'runner', site: 'riverside', sub: 'runner-riverside' });
export const MANAGER_ON_SITE = tokenOf({ ...onRiverside, sub: 'tutor-manager', roles: ['consoleUser'] });
export const MANAGER = tokenOf({ sub: 'tutor-manager', realm: 'admin' });
export const ADMIN = tokenOf({ sub: 'tutor-admin', realm: 'admin', roles: ['superAdmin'] });

export const DEPLOYMENT = {
  configUrl: 'http://config.localhost',
  chromeExtension: null,
  windowsInstaller: 'https://files.example/agent.msi',
};

/** 120 students. Defaults: the clock at 42, images in a folder, and no directory of a provider. */
export async function openTestRest(
  backEnd: Parameters<typeof openTestStore>[0],
  clock = () => 42,
  s3?: S3Options,
  providers: Providers = { google: undefined, microsoft: undefined },
) {
  const store = await openTestStore(backEnd, 120);
  const security: Record<string, unknown>[] = [];
  const endedSessions = new Set<string | undefined>();
  const { changes, published } = recordedChanges();
  const app = fastify();
  app.setErrorHandler(createErrorHandler(silentLog));
  const encryption = createEncryption(Buffer.alloc(32, 7));
  const endedFamilies: string[] = [];
  const endFamily = async (_tenant: string, family: string) => void endedFamilies.push(family);
  const securityLog = createSecurityLog({
    log: silentLog,
    clock,
    keep: (line) => security.push(JSON.parse(line)),
  });
  await limitCalls(app, { limits: CALL_LIMITS, security: securityLog });
  const pictureSecret = randomBytes(32);
  const restUrl = (tenant: string) => `http://${tenant}.localhost`;
  const { media, removeMedia } = await openTestMedia(store, { s3, secret: pictureSecret, restUrl, clock });
  const { secrets, directories, consents } = directoryPartsOf(store.db, encryption, providers);
  const syncs = testSyncs({ db: store.db, directories, endFamily, publish: changes.publish }, clock);
  const calls = recordedCalls(app);
  const differences = compareWithDocument(app);
  await registerRest(app, {
    media,
    directories,
    syncs,
    consents,
    calls: CALLS,
    encryption,
    deployment: { ...DEPLOYMENT, chromeExtension: async () => DEPLOYMENT.chromeExtension },
    restUrl,
    pageLinks: await openPageLinks({ db: store.db, encryption, endFamily, clock }),
    store,
    verify,
    changes,
    log: silentLog,
    clock,
    security: securityLog,
    permissions: createPermissions(store.db, changes),
    isOver: (_tenant, jti) => endedSessions.has(jti),
    pictureSecret,
    isLive: async (_tenant, jti) => !endedSessions.has(jti),
    endFamily,
    stunCredentials: ({ sub }) => ({ iceServers: [{ urls: 'stun:localhost', username: sub }] }),
  });
  await app.ready();
  await addOtherTenant(store);
  const rows = await store.db
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('tenant', '=', 'demo')
    .execute();
  const groupIds = new Map(rows.map(({ id, name }) => [name, id]));

  /** Default method: PUT with a body, otherwise GET. */
  async function call(token: string, path: string, body?: object, method?: 'POST' | 'DELETE') {
    const answer = await app.inject({
      method: method ?? (body === undefined ? 'GET' : 'PUT'),
      url: `/v1${path}`,
      headers: { authorization: `Bearer ${token}`, 'tenant-key': 'demo' },
      ...(body !== undefined && { payload: body }),
    });
    return { status: answer.statusCode, body: answer.json() as unknown };
  }

  return {
    app,
    ...calls,
    store,
    media: media.groups,
    secrets,
    consents,
    published,
    security,
    endedSessions,
    endedFamilies,
    syncs,
    call,
    /** A read that must succeed. */
    async read<S extends v.GenericSchema>(token: string, path: string, schema: S) {
      const { status, body } = await call(token, path);
      if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
      return v.parse(schema, body);
    },
    async refusal(token: string, path: string) {
      const { status, body } = await call(token, path);
      return { status, code: v.parse(errorDocumentSchema, body).code };
    },
    /** A write that must be rejected. Returns the error. */
    async refusedWrite(token: string, path: string, body?: object, method?: 'POST' | 'DELETE') {
      const answer = await call(token, path, body, method);
      const { code, message, field } = v.parse(errorDocumentSchema, answer.body);
      return { status: answer.status, code, message, ...(field !== undefined && { field }) };
    },
    idOf: (group: string) => groupIds.get(group) ?? '',
    async dispose() {
      await app.close();
      await syncs.engine.stop();
      securityLog.stop();
      await store.dispose();
      await removeMedia();
      if (differences.length > 0)
        throw new Error(`not as in the OpenAPI document: ${[...new Set(differences)].join('\n')}`);
    },
  };
}

/** Records all routes registered afterwards. */
function recordedCalls(app: FastifyInstance) {
  /** Every route of the admin realm, such as `GET /tutors/:tutorId`. */
  const adminCalls: string[] = [];
  /** All other routes, such as `GET /groups/:id`. */
  const otherCalls: string[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    const calls = config?.administrator === undefined ? otherCalls : adminCalls;
    for (const each of [method].flat()) calls.push(`${each} ${url.replace(/^\/v1/, '')}`);
  });
  return { adminCalls, otherCalls };
}
const testSyncs = (
  given: Pick<Parameters<typeof createSyncs>[0], 'db' | 'directories' | 'endFamily' | 'publish'>,
  now: () => number,
) =>
  createSyncs({
    ...given,
    quiet: CALLS.quiet,
    clock: { ...systemClock, now },
    failed: (error) => silentLog.error('sync', { error }),
  });

function recordedChanges() {
  const changes = createChanges();
  const published: Change[] = [];
  changes.listen((change) => published.push(change));
  return { changes, published };
}

async function openTestMedia(
  { db }: TestStore,
  {
    s3,
    ...given
  }: { s3: S3Options | undefined } & Omit<Parameters<typeof openMedia>[0], 'db' | 'options' | 'removalClock'>,
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-media-'));
  const media = await openMedia({ db, options: { dataDir, s3 }, ...given, removalClock: given.clock });
  return { media, removeMedia: () => rm(dataDir, { recursive: true, force: true }) };
}

export type TestRest = Awaited<ReturnType<typeof openTestRest>>;

/** Adds a second tenant with resources of the same kinds. The first tenant must never see any of them. */
async function addOtherTenant({ db }: TestStore): Promise<void> {
  const tenant = 'other';
  await db.insertInto('tenants').values({ key: tenant, name: 'Other' }).execute();
  await db.insertInto('sites').values({ tenant, id: 'riverside', name: 'Riverside School' }).execute();
  await db.insertInto('tags').values({ tenant, id: 'other-tag', name: 'Other' }).execute();
  await db
    .insertInto('tutors')
    .values({ tenant, id: 'tutor-other', primary_email: 'o@other.example' })
    .execute();
  await db
    .insertInto('users')
    .values({ tenant, id: 'u-other', site_id: 'riverside', name: 'Other' })
    .execute();
  await db
    .insertInto('groups')
    .values({ tenant, id: 'g-other', site_id: 'riverside', name: 'Other', definition_name: 'userGroup' })
    .execute();
}
