/** The whole platform in one process: store, tokens, broker, HTTP; used by `main.ts` and, in process, by tests. */
import { join, resolve } from 'node:path';
import { createApp } from './app.ts';
import { createBearers } from './auth/bearer.ts';
import { openEncryption } from './auth/encryption.ts';
import { encryptionKeyFile } from './auth/encryption-key.ts';
import { createEndedSessions } from './auth/ended-sessions.ts';
import { startEndedSessionsFeed } from './auth/ended-sessions-feed.ts';
import { createEnrolment } from './auth/enrolment.ts';
import { createHandOvers } from './auth/hand-overs.ts';
import { createPageHousekeeping } from './auth/page-housekeeping.ts';
import { openPageLinks, renewAllPageLinks } from './auth/page-link.ts';
import { createSessions } from './auth/sessions.ts';
import { createSetUpCodes, issueSetUpCodes, type SetUpCode } from './auth/set-up-codes.ts';
import { createSignIns } from './auth/sign-ins.ts';
import { openSigningKeys } from './auth/signing-keys.ts';
import { createDescribeSubject } from './auth/subjects.ts';
import { createTokens, type Tokens } from './auth/tokens.ts';
import { type Broker, createBroker } from './broker/broker.ts';
import { type Changes, createChanges } from './changes.ts';
import { startCounterReport } from './counter-report.ts';
import { createAddresses } from './http/addresses.ts';
import { isAllowedOrigin } from './http/allowed-origin.ts';
import { createClientAddress } from './http/client-address.ts';
import { type Log, silentLog } from './http/log.ts';
import { openPort } from './http/open-port.ts';
import type { DevelopmentServer } from './http/page.ts';
import { takeUpgrades } from './http/take-upgrades.ts';
import { createUpgradeLimit } from './http/upgrade-limit.ts';
import { createIdentity, mayRunDevelopmentProvider } from './identity/identity.ts';
import type { PlatformOptions } from './options.ts';
import { readPeerIdSecret } from './peer/peer-ids.ts';
import { createPeerPresence } from './peer/peer-presence.ts';
import { createPeerServer, type PeerServer } from './peer/peer-server.ts';
import { registerRest } from './rest/register-rest.ts';
import { createSecurityLog, type SecurityLog } from './security-log.ts';
import { openSecurityLogFile } from './security-log-file.ts';
import { createOrderStore } from './store/class-orders.ts';
import { createClientPolicies } from './store/client-policies.ts';
import { createDeviceEventLog } from './store/device-event-log.ts';
import { createPermissions } from './store/permissions.ts';
import { preparePrivateFolder } from './store/private-folder.ts';
import { createRoomHistory } from './store/room-history.ts';
import { writeDemoClass } from './store/seed/demo-class.ts';
import { DIRECTORY_SIZE } from './store/seed/school.ts';
import { createSiteClients } from './store/site-clients.ts';
import { createSiteRunners } from './store/site-runners.ts';
import { openStore, type Store } from './store/store.ts';
import { createTutorActionLog } from './store/tutor-action-log.ts';
import { createWakeSchedules } from './store/wake-schedules.ts';
import { createStunCredentials } from './stun/stun-credentials.ts';
import { createAskRunners } from './wake/ask-runners.ts';
import { createWakeScheduler } from './wake/wake-scheduler.ts';

export type Platform = {
  port: number;
  /** The public origin of a host name: `demo`, `login`, `config` or `id`. */
  origin(label: string): string;
  /** For the operator's terminal: of the tenants that have no administrator. */
  setUpCodes: readonly SetUpCode[];
  store: Store;
  broker: Broker;
  peers: PeerServer;
  tokens: Tokens;
  changes: Changes;
  security: SecurityLog;
  /** Ends everything in order: no new calls, then the broker, then the store. May be called twice. */
  close(): Promise<void>;
};

export type PlatformSetup = {
  log?: Log;
  /** Epoch milliseconds. */
  clock?: () => number;
  /** Where the built console is; `dist` of the working folder by default. */
  distDir?: string;
  /** Serves pages and sources in place of the built console. */
  development?: DevelopmentServer;
};

/** Processes that share a database do not hear of each other's changes: how late they may notice one. */
const RECHECK_EVERY_MS = 60_000;
/** Rejects with `StartFailure` or `StoreError` where a person can help; then nothing is left running. */
export async function createPlatform(options: PlatformOptions, setup: PlatformSetup = {}): Promise<Platform> {
  const { log = silentLog, clock = Date.now, distDir = 'dist', development } = setup;
  /** What ends what was started, newest last. */
  const ends: (() => Promise<void>)[] = [];
  const closeAll = async () => {
    for (const end of ends.reverse().splice(0)) await end();
  };

  try {
    // The port comes first: a taken one must not touch the data, and the addresses need to know a free one.
    const { server, port, drained, ready } = await openPort(options);
    ends.push(drained);
    const addresses = createAddresses(options, port);
    const clientAddress = createClientAddress(options);

    // With a database elsewhere too: keys and secrets are kept beside it.
    await preparePrivateFolder(resolve(options.dataDir));
    const store = await openStore({
      dataDir: options.dataDir,
      databaseUrl: options.databaseUrl,
      seed: mayRunDevelopmentProvider(options) ? { students: DIRECTORY_SIZE } : undefined,
      log,
    });
    // Running calls still need the store.
    ends.push(() => store.close(), drained);
    const { db } = store;
    const securityFile = await openSecurityLogFile(options.dataDir, (error) =>
      log.error('could not write the security log', { error }),
    );
    ends.push(() => securityFile.close());
    const security = createSecurityLog({ log, clock, keep: securityFile.append });
    ends.push(async () => security.stop());
    const keyFile = encryptionKeyFile(options);
    const encryption = await openEncryption({ db, key: options.encryptionKey, keyFile });
    const signingKeys = await openSigningKeys({ db, encryption });
    const tokens = await createTokens({ signingKeys, domain: options.domain, clock });
    const identity = await createIdentity({ signingKeys, addresses, options, clock, log });
    const changes = createChanges();
    const permissions = createPermissions(db, changes, clock);
    const rooms = createRoomHistory(db);
    await rooms.endStatuses(clock());
    const policies = createClientPolicies({ db, changes, clock, log });
    ends.push(async () => policies.stop());
    const eventLog = createDeviceEventLog(db, permissions.groupsOfClient);
    const ended = createEndedSessions(clock);
    const isShared = options.databaseUrl !== undefined;
    const recheckEveryMs = isShared ? RECHECK_EVERY_MS : undefined;
    const sessions = createSessions({
      ...{ db, tokens, clock, lifetimes: options },
      describeSubject: createDescribeSubject(db, permissions),
      familyEnded: ended.add,
    });
    const clients = createSiteClients(db);
    const broker = await createBroker({
      isAllowedOrigin: (origin) => isAllowedOrigin(origin, addresses),
      clientAddress,
      verify: tokens.verify,
      permissions: { ...permissions, hasClient: clients.has, hasRunner: createSiteRunners(db).has },
      sessions: { isLive: sessions.isLive, isOver: ended.has },
      ...{ changes, rooms, policiesOf: policies.of, recheckEveryMs },
      orders: createOrderStore(db),
      storeTutorActions: createTutorActionLog(db).keep,
      async storeDeviceEvent({ event, ...client }) {
        const at = clock();
        const kept = await eventLog.keep(client, event, at);
        const { tenant, site } = client;
        if (kept.name === 'kept')
          changes.publish({ tenant, site, resource: 'userlogs', id: kept.id, change: 'created', at });
        return kept.name !== 'unknown';
      },
      sitesOf: async (tenant) => {
        const sites = await db.selectFrom('sites').select('id').where('tenant', '=', tenant).execute();
        return sites.map(({ id }) => id);
      },
      ...{ clock, log, security },
    });
    ends.push(() => broker.close());
    const wakeScheduler = createWakeScheduler({
      schedules: createWakeSchedules(db),
      wake: createAskRunners(broker, clock),
      clock,
      failed: (error) => log.error('could not wake groups', { error }),
    });
    ends.push(() => wakeScheduler.stop());

    const pageHousekeeping = createPageHousekeeping({
      ...{ db, clock, publish: changes.publish, unusedDays: options.pageDays },
      failed: (error) => log.error('could not remove unused student pages', { error }),
    });
    ends.push(() => pageHousekeeping.stop());

    const idSecret = await readPeerIdSecret(signingKeys);
    const isPresent = createPeerPresence({ sessions, permissions, clients });
    const peers = createPeerServer({
      ...{ idSecret, permissions, isPresent, changes, recheckEveryMs },
      addresses,
      clientAddress,
      clock,
      log,
      security,
    });
    ends.push(() => peers.close());
    ended.listen((tenant, family) => {
      broker.endSession(tenant, family);
      peers.endSession(tenant, family);
    });
    const endedFeed = await startEndedSessionsFeed({
      ...{ db, ended, isShared, clock },
      failed: (error) => log.error('could not read the ended sessions', { error }),
    });
    ends.push(() => endedFeed.stop());
    const { endFamily } = sessions;
    const pageLinks = await openPageLinks({ db, encryption, endFamily, clock });
    if (options.renewPageLink) await renewAllPageLinks(db, pageLinks);
    await writeDemoClass(store, join(options.dataDir, 'demo-class.json'), options.students, pageLinks);
    const stopReport = startCounterReport({
      read: () => ({ security: security.counters(), broker: broker.counters(), peers: peers.counters() }),
      ...{ keep: securityFile.append, clock },
    });
    ends.push(async () => stopReport());

    const signIns = createSignIns({ db, tokens, clock });
    const stunCredentials = createStunCredentials(options, clock);
    const restDeps = {
      ...{ store, verify: tokens.verify, isLive: sessions.isLive, isOver: ended.has },
      ...{ changes, permissions, stunCredentials, clock, log, security, pageLinks },
      pictureSecret: idSecret,
      vncCa: options.vncCa,
    };
    const app = await createApp({
      options,
      auth: {
        ...{ db, addresses, tokens, sessions, clock, security },
        signIns,
        bearers: createBearers({
          ...{ db, tokens, sessions, signIns, verifyIdToken: identity.verifyIdToken },
          loginOrigin: new URL(addresses.loginUrl).origin,
        }),
        handOvers: createHandOvers({ db, sessions, clock }),
        enrolment: createEnrolment({ db, mostPages: options.mostPages, clock }),
        setUpCodes: createSetUpCodes(clock),
        access: permissions,
        peerTickets: peers.tickets,
        publish: changes.publish,
      },
      developmentProviders: identity.developmentProviders,
      providers: identity.providers,
      registerRest: (rest) => registerRest(rest, restDeps),
      distDir,
      development,
      server,
      log,
    });
    wakeScheduler.start();
    pageHousekeeping.start();
    ready();
    ends.push(
      () => app.close(),
      async () => void server.close(),
    );
    takeUpgrades(server, {
      services: { '/mqtt': broker, '/peerjs': peers },
      mayUpgrade: createUpgradeLimit({ clientAddress, security, clock }),
    });

    const setUpCodes = await issueSetUpCodes(db);
    let closing: Promise<void> | undefined;
    return {
      ...{ port, store, broker, peers, tokens, changes, security },
      origin: addresses.origin,
      setUpCodes,
      close() {
        closing ??= closeAll();
        return closing;
      },
    };
  } catch (error) {
    await closeAll().catch((cause: unknown) => log.error('could not clean up', { error: cause }));
    throw error;
  }
}
