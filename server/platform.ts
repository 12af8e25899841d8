/** The whole platform in one process: store, tokens, broker, HTTP; used by `main.ts` and, in process, by tests. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createApp } from './app.ts';
import { createBearers } from './auth/bearer.ts';
import { createEnrolment } from './auth/enrolment.ts';
import { createHandOvers } from './auth/hand-overs.ts';
import { createSessions } from './auth/sessions.ts';
import { createDescribeSubject } from './auth/subjects.ts';
import { createTokens, type Tokens } from './auth/tokens.ts';
import { type Broker, createBroker } from './broker/broker.ts';
import { type Changes, createChanges } from './changes.ts';
import { createAddresses } from './http/addresses.ts';
import { isAllowedOrigin } from './http/allowed-origin.ts';
import { pathOf } from './http/error-answers.ts';
import { type Log, silentLog } from './http/log.ts';
import type { DevelopmentServer } from './http/page.ts';
import { refuseUpgrade } from './http/web-sockets.ts';
import { createIdentity, mayRunDevelopmentProvider } from './identity/identity.ts';
import type { PlatformOptions } from './options.ts';
import { readPeerIdSecret } from './peer/peer-ids.ts';
import { createPeerPresence } from './peer/peer-presence.ts';
import { createPeerServer, type PeerServer } from './peer/peer-server.ts';
import { registerRest } from './rest/register-rest.ts';
import { listenFailure } from './start-failure.ts';
import { createClientPolicies } from './store/client-policies.ts';
import { createDeviceEventLog } from './store/device-event-log.ts';
import { createPermissions } from './store/permissions.ts';
import { createRoomHistory } from './store/room-history.ts';
import { writeDemoClass } from './store/seed/demo-class.ts';
import { DIRECTORY_SIZE } from './store/seed/school.ts';
import { createSiteClients } from './store/site-clients.ts';
import { openStore, type Store } from './store/store.ts';
import { createWakeSchedules } from './store/wake-schedules.ts';
import { createStunCredentials } from './stun/stun-credentials.ts';
import { createAskRunners } from './wake/ask-runners.ts';
import { createWakeScheduler } from './wake/wake-scheduler.ts';

export type Platform = {
  port: number;
  /** The public origin of a host name: `demo`, `login`, `config` or `id`. */
  origin(label: string): string;
  store: Store;
  broker: Broker;
  peers: PeerServer;
  tokens: Tokens;
  changes: Changes;
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

/** How long running calls may take when the platform ends. */
const DRAIN_MS = 2_000;

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
    const server = createServer();
    const notYet = answerNotYet(server);
    const port = await listen(server, options);
    const drained = createDrain(server);
    ends.push(drained);
    const addresses = createAddresses(options, port);

    const store = await openStore({
      dataDir: options.dataDir,
      databaseUrl: options.databaseUrl,
      seed: mayRunDevelopmentProvider(options) ? { students: DIRECTORY_SIZE } : undefined,
      log,
    });
    // Running calls still need the store.
    ends.push(() => store.close(), drained);
    const { db } = store;
    await writeDemoClass(store, join(options.dataDir, 'demo-class.json'), options.students);
    const tokens = await createTokens({ db, domain: options.domain, clock });
    const identity = await createIdentity({ db, addresses, options, clock, log });
    const changes = createChanges();
    const permissions = createPermissions(db, changes, clock);
    const rooms = createRoomHistory(db);
    await rooms.endStatuses(clock());
    const policies = createClientPolicies({ db, changes, clock, log });
    ends.push(async () => policies.stop());
    const eventLog = createDeviceEventLog(db, permissions.groupsOfClient);
    const broker = await createBroker({
      isAllowedOrigin: (origin) => isAllowedOrigin(origin, addresses),
      verify: tokens.verify,
      ...{ permissions, changes, rooms, policiesOf: policies.of },
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
      clock,
      log,
    });
    ends.push(() => broker.close());
    const wakeScheduler = createWakeScheduler({
      schedules: createWakeSchedules(db),
      wake: createAskRunners(broker, clock),
      clock,
      failed: (error) => log.error('could not wake groups', { error }),
    });
    ends.push(() => wakeScheduler.stop());

    const { accessTokenSeconds, refreshTokenSeconds } = options;
    const describeSubject = createDescribeSubject(db, permissions);
    const sessions = createSessions({
      ...{ db, tokens, describeSubject, clock },
      ...{ accessTokenSeconds, refreshTokenSeconds },
      familyEnded: (tenant, family) => peers.endSession(tenant, family),
    });
    const idSecret = await readPeerIdSecret(db);
    const isPresent = createPeerPresence({ sessions, permissions, clients: createSiteClients(db) });
    const peers = createPeerServer({ ...{ idSecret, permissions, isPresent }, addresses, clock, log });
    ends.push(() => peers.close());

    const stunCredentials = createStunCredentials(options, clock);
    const restDeps = {
      ...{ store, verify: tokens.verify, isLive: sessions.isLive },
      ...{ changes, permissions, stunCredentials, clock, log },
      vncCa: options.vncCa,
    };
    const app = await createApp({
      options,
      auth: {
        ...{ db, addresses, tokens, sessions, clock },
        bearers: createBearers({ db, tokens, sessions, verifyIdToken: identity.verifyIdToken }),
        handOvers: createHandOvers({ db, sessions, clock }),
        enrolment: createEnrolment({ db, clock }),
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
    notYet.end();
    ends.push(
      () => app.close(),
      async () => void server.close(),
    );
    server.on('upgrade', (request, socket, head) => {
      serviceAt({ broker, peers }, request.url).handleUpgrade(request, socket, head);
    });

    let closing: Promise<void> | undefined;
    return {
      ...{ port, store, broker, peers, tokens, changes },
      origin: addresses.origin,
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

type TakesUpgrades = Pick<Broker, 'handleUpgrade'>;

/** WebSockets are told apart here, because several services share the port. */
function serviceAt({ broker, peers }: Pick<Platform, 'broker' | 'peers'>, url = ''): TakesUpgrades {
  const path = pathOf(url);
  if (path === '/mqtt') return broker;
  return path === '/peerjs' ? peers : nobody;
}

const nobody: TakesUpgrades = {
  handleUpgrade(_request, socket) {
    refuseUpgrade(socket, '404 Not Found');
  },
};

/** Between listening and being ready the platform says so, instead of leaving callers waiting. */
function answerNotYet(server: Server) {
  const answer: RequestListener = (_request, response) => {
    response.writeHead(503, { 'retry-after': '1', 'content-type': 'application/json' });
    response.end('{"code":"server","message":"The platform is starting.","messages":[]}');
  };
  server.on('request', answer);
  return { end: () => server.off('request', answer) };
}

function listen(server: Server, { port, listen: host }: PlatformOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => reject(listenFailure(error, host, port));
    server.once('error', failed);
    server.listen({ port, host }, () => {
      server.off('error', failed);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Gives a function that takes no new connections and waits for running calls, but not for ever. */
function createDrain(server: Server): () => Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.once('close', resolve);
  });
  return async () => {
    server.close();
    server.closeIdleConnections();
    const patience = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    await closed;
    clearTimeout(patience);
  };
}
