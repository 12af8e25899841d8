/** The foundation of every service: the store, keys and tokens, permissions, and sessions. */

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { createIdentity, mayRunDevelopmentProvider } from '#auth/identity/identity.ts';
import { openEncryption } from '#auth/secrets/encryption.ts';
import { encryptionKeyFile } from '#auth/secrets/encryption-key.ts';
import { openSigningKeys, PLAIN_KEYS_LINE, werePlain } from '#auth/secrets/signing-keys.ts';
import { announceTokens } from '#auth/sessions/announced-sessions.ts';
import { createEndedSessions } from '#auth/sessions/ended-sessions.ts';
import { createSessions } from '#auth/sessions/sessions.ts';
import { createDescribeSubject } from '#auth/sessions/subjects.ts';
import { createTokens } from '#auth/sessions/tokens.ts';
import { createChanges } from '#base/changes.ts';
import type { Ends } from '#base/ends.ts';
import type { Log } from '#base/log.ts';
import type { NewTenant, PlatformOptions } from '#base/platform-options.ts';
import { ownRateLimits } from '#base/rate-limit.ts';
import { openRedis } from '#base/redis.ts';
import { createSecurityLog } from '#base/security-log.ts';
import { openSecurityLogFiles } from '#base/security-log-file.ts';
import { StartFailure } from '#base/start-failure.ts';
import type { Addresses } from '#http/addresses.ts';
import type { ClientAddress } from '#http/client-address.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { preparePrivateFolder } from '#store/data-folder/private-folder.ts';
import { createPermissions } from '#store/permissions/permissions.ts';
import { openRemovalClock } from '#store/removal-clock.ts';
import { fillSchool } from '#store/seed/fill-school.ts';
import { DIRECTORY_SIZE } from '#store/seed/school.ts';
import { openStore } from '#store/store.ts';
import { createTenants, type Tenants } from '#store/tenants/tenants.ts';
import type { Metrics } from '../operations/metrics.ts';
import { openSharedChanges } from '../processes/shared-changes.ts';
import { createSharedLimits } from '../processes/shared-limits.ts';

export type PlatformBase = {
  options: PlatformOptions;
  addresses: Addresses;
  clientAddress: ClientAddress;
  /** Stops accepting connections. Resolves when no calls are in progress on the port. */
  drained(): Promise<void>;
  clock: () => EpochMs;
  log: Log;
  metrics: Metrics;
  /** Collects the stop functions of all parts. */
  ends: Ends;
};

export type PlatformCore = Awaited<ReturnType<typeof openCore>>;

/** Rejects with `StartFailure` or `StoreError` if the operator can fix the failure. */
export async function openCore(base: PlatformBase) {
  const { options, addresses, clock, log, metrics, ends } = base;
  // The folder is needed even with an external database, because keys and secrets are stored in it.
  await preparePrivateFolder(resolve(options.dataDir));
  const store = await openStore({
    dataDir: options.dataDir,
    databaseUrl: options.databaseUrl,
    seed: !options.empty && mayRunDevelopmentProvider(options) ? { students: DIRECTORY_SIZE } : undefined,
    watch: metrics,
    log,
  });
  // Calls in progress still need the store.
  ends.add(() => store.close(), base.drained);
  const { db } = store;
  const removal = await openRemovalClock({
    db,
    clock,
    warn: (text) => log.warn(text),
    failed: (error) => log.error('could not store the time by which old rows are removed', { error }),
  });
  ends.add(() => removal.stop());
  const tenants = createTenants(db);
  if (options.empty) await createEmptyTenant(tenants, options.empty, log);
  if (options.school !== undefined) await fillSchool(db, options.school);
  const securityFile = await openSecurityLogFiles(options.dataDir, (error) =>
    log.error('could not write the security log', { error }),
  );
  ends.add(() => securityFile.close());
  const security = createSecurityLog({ log, clock, keep: securityFile.append });
  ends.add(async () => security.stop());
  const keyFile = encryptionKeyFile(options);
  const encryption = await openEncryption({ db, key: options.encryptionKey, keyFile, warn: log.warn });
  const signingKeys = await openSigningKeys({ db, encryption });
  if (await werePlain(db)) log.warn(PLAIN_KEYS_LINE);
  const tokens = await createTokens({ signingKeys, domain: options.domain, clock });
  const shared = await openShared(base);
  const redis = shared?.redis.client;
  const identity = await createIdentity({ signingKeys, addresses, options, clock, redis, log });
  const changes = shared?.changes.changes ?? createChanges();
  const permissions = createPermissions(db, changes, clock);
  // After another process announces a change, a console reads again immediately, perhaps from this process,
  // which may not have received the change yet. The console would keep the outdated list, because no second
  // announcement follows.
  const currentPermissions = options.databaseUrl === undefined ? permissions : createPermissions(db);
  const ended = createEndedSessions(clock);
  const { sessions, handedOut } = announceTokens(
    createSessions({
      db,
      tokens,
      clock,
      removalClock: removal.now,
      lifetimes: options,
      describeSubject: createDescribeSubject(db, currentPermissions, clock),
      familyEnded: ended.add,
    }),
  );
  return {
    store,
    db,
    tenants,
    removalClock: removal.now,
    security,
    appendSecurityLine: securityFile.append,
    encryption,
    signingKeys,
    tokens,
    identity,
    changes,
    /** Undefined with a single process. */
    processes: shared && { redis: shared.redis, self: shared.self },
    redis,
    rateLimit: shared?.limits.make ?? ownRateLimits(clock),
    /** For checks of every message. May be some seconds old if another process has made a change. */
    permissions,
    /** For REST and sign-ins. Always reflects the changes that any process has stored. */
    currentPermissions,
    ended,
    sessions,
    handedOut,
  };
}

/** Connects what processes share besides the database; undefined with a single process. */
async function openShared({ options, clock, log, ends }: PlatformBase) {
  if (options.redisUrl === undefined) return undefined;
  const failed = (error: unknown) => log.warn('redis', { error });
  const redis = await openRedis(options.redisUrl, failed);
  ends.add(() => redis.close());
  const self = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  const changes = await openSharedChanges({ redis, self, clock, failed });
  ends.add(() => changes.stop());
  const limits = createSharedLimits({ redis: redis.client, clock, failed });
  ends.add(async () => limits.stop());
  return { redis, self, changes, limits };
}

/** Refused if the demo exists, because anyone on this machine may sign in to the demo's accounts. */
async function createEmptyTenant(tenants: Tenants, tenant: NewTenant, log: Log): Promise<void> {
  if ((await tenants.list()).some(({ isDemo }) => isDemo)) {
    throw new StartFailure(
      '--empty begins a school of your own, and this data has the demo: name another folder with --data, or throw the demo away with --reset.',
    );
  }
  if (await tenants.ensure(tenant)) log.info(`Made the empty tenant ${tenant.key}`);
}
