/** The whole platform in one process: store, tokens, broker, HTTP. `main.ts` and tests use it. */
import '#protocol/first-fault.ts';
import { join } from 'node:path';
import { openPageLinks, renewAllPageLinks } from '#auth/enrolment/page-link.ts';
import type { Tokens } from '#auth/sessions/tokens.ts';
import type { SetUpCode } from '#auth/sign-in/set-up-codes.ts';
import type { Changes } from '#base/changes.ts';
import { createEnds } from '#base/ends.ts';
import { type Log, silentLog } from '#base/log.ts';
import type { PlatformOptions } from '#base/platform-options.ts';
import type { SecurityLog } from '#base/security-log.ts';
import type { Broker } from '#broker/broker.ts';
import { createAddresses } from '#http/addresses.ts';
import type { CallLimits } from '#http/call-limits.ts';
import { createCallsInFlight } from '#http/calls-in-flight.ts';
import { createClientAddress } from '#http/client-address.ts';
import { openPort } from '#http/open-port.ts';
import type { DevelopmentServer } from '#http/page.ts';
import { takeUpgrades } from '#http/take-upgrades.ts';
import { createUpgradeLimit } from '#http/upgrade-limit.ts';
import { type EpochMs, systemClock } from '#protocol/clock.ts';
import type { Store } from '#store/store.ts';
import type { Tenant } from '#store/tenants/tenants.ts';
import { openMedia } from '../media/open-media.ts';
import { createMetrics } from '../operations/metrics.ts';
import { createMetricsReader } from '../operations/metrics-reader.ts';
import { createReadiness, databaseState } from '../operations/readiness.ts';
import type { PeerServer } from '../peer/peer-server.ts';
import { openApp } from './app-routes.ts';
import { openCore, type PlatformBase, type PlatformCore } from './core.ts';
import { startCounterReport } from './counter-report.ts';
import { writeDemoClass } from './demo-class.ts';
import { openLive, type PlatformLive } from './live.ts';
import { openDirectories, type StandIns } from './open-directories.ts';
import { openSetUpCodes } from './open-set-up-codes.ts';
import { openSyncs } from './open-syncs.ts';
import { startTimedWork } from './timed-work.ts';

export type Platform = {
  port: number;
  /** The public origin of a host name: `demo`, `login`, `config` or `id`. */
  origin(label: string): string;
  /** The tenants that existed at the start. */
  tenants: readonly Tenant[];
  /** Set-up codes of tenants without an administrator, for the operator's terminal. */
  setUpCodes: readonly SetUpCode[];
  store: Store;
  broker: Broker;
  peers: PeerServer;
  tokens: Tokens;
  changes: Changes;
  security: SecurityLog;
  /** Simulated directories of the providers, on this machine. */
  standIns: StandIns;
  /** Stops everything in order: no new calls, then the broker, then the store. May be called twice. */
  close(): Promise<void>;
};

export type PlatformSetup = {
  log?: Log;
  clock?: () => EpochMs;
  /** The folder of the built console; default: `dist` in the working folder. */
  distDir?: string;
  /** The folder of the built Chrome extension; default: `dist-extension/unpacked` in the working folder. */
  extensionDir?: string;
  /** Serves pages and sources instead of the built console. */
  development?: DevelopmentServer;
  /** Set by tests. */
  limits?: CallLimits;
  upgradesPerMinute?: number;
};

/** Rejects with `StartFailure` or `StoreError` if the operator can fix the failure, and stops all parts. */
export async function createPlatform(options: PlatformOptions, setup: PlatformSetup = {}): Promise<Platform> {
  const { log = silentLog, clock = Date.now, distDir = 'dist', development } = setup;
  const { extensionDir = 'dist-extension/unpacked' } = setup;
  const ends = createEnds();
  try {
    // The port comes first: if it is taken, the data stays untouched, and the URLs need its number.
    const { server, port, drained, ready } = await openPort(options);
    ends.add(drained);
    const addresses = createAddresses(options, port);
    const { trustedProxies } = options;
    const clientAddress = createClientAddress({
      trustedProxies,
      // Without a proxy, only this machine can connect.
      ...(trustedProxies.length > 0 && { onUntrustedSender: (address) => warnOfProxy(log, address) }),
    });
    const metrics = createMetrics();
    const own = { options, addresses, clientAddress, drained, clock };
    const base: PlatformBase = { ...own, log, metrics, ends };
    const core = await openCore(base);
    const live = await openLive(base, core);
    const pageLinks = await preparePageLinks(base, core);
    const { restUrl } = addresses;
    const { db, removalClock } = core;
    const media = await openMedia({ db, options, secret: live.idSecret, restUrl, clock, removalClock });
    const { directories, consents, standIns } = await openDirectories(base, core);
    const calls = createCallsInFlight(systemClock);
    const syncs = openSyncs(base, core, { directories, calls });
    watchCounters(base, core, live);
    const readiness = createReadiness({
      parts: {
        database: databaseState(core.store),
        broker: async () => (live.broker.isOpen() ? 'ok' : 'closed'),
      },
      clock,
    });
    const app = await openApp(base, core, {
      live,
      pageLinks,
      media,
      directories,
      syncs,
      consents,
      calls,
      operations: { readiness, metrics, mayReadMetrics: createMetricsReader(options) },
      distDir,
      extensionDir,
      development,
      server,
      limits: setup.limits,
    });
    startTimedWork(base, core, { ...live, media, syncs });
    ready();
    ends.add(
      () => app.close(),
      async () => void server.close(),
    );
    const { broker, peers } = live;
    const { store, tokens, changes, security, rateLimit } = core;
    takeUpgrades(server, {
      services: { '/mqtt': broker, '/peerjs': peers },
      waitSeconds: createUpgradeLimit({
        clientAddress,
        security,
        rateLimit,
        perMinute: setup.upgradesPerMinute,
      }),
    });
    const setUpCodes = await openSetUpCodes({ ...core, ends });
    const tenants = await core.tenants.list();
    let closing: Promise<void> | undefined;
    return {
      port,
      store,
      broker,
      peers,
      tokens,
      changes,
      security,
      standIns,
      origin: addresses.origin,
      tenants,
      setUpCodes,
      close() {
        readiness.stop();
        closing ??= ends.run();
        return closing;
      },
    };
  } catch (error) {
    await ends.run().catch((cause: unknown) => log.error('could not clean up', { error: cause }));
    throw error;
  }
}

/** Opens the links of the student pages and writes the file that the simulated class reads. */
async function preparePageLinks({ options, clock }: PlatformBase, core: PlatformCore) {
  const { store, db, encryption, sessions } = core;
  const pageLinks = await openPageLinks({ db, encryption, endFamily: sessions.endFamily, clock });
  if (options.renewPageLink) await renewAllPageLinks(db, pageLinks);
  await writeDemoClass(store, join(options.dataDir, 'demo-class.json'), {
    online: options.students,
    pageLinks,
    encryption,
  });
  return pageLinks;
}

function watchCounters(
  { clock, metrics, ends }: PlatformBase,
  core: PlatformCore,
  { broker, peers }: PlatformLive,
) {
  const { security } = core;
  metrics.watch({ broker: broker.counters, peers: peers.counters, security: security.counters });
  const stopReport = startCounterReport({
    read: () => ({ security: security.counters(), broker: broker.counters(), peers: peers.counters() }),
    append: core.appendSecurityLine,
    clock,
  });
  ends.add(async () => stopReport());
}

function warnOfProxy(log: Log, address: string): void {
  log.warn(
    'Somebody whom TRUST_PROXY does not name sends X-Forwarded-For: if that is your proxy, add its address, as everybody counts as one client until then',
    { address },
  );
}
