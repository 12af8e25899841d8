/**
 * The broker and the peer server of a platform with several processes. To the rest of the platform they look
 * like one of each, but each site has its own, in the process that holds its lease.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { SharedRedis } from '#base/redis.ts';
import type { PublishListener } from '#broker/broker.ts';
import { createListeners } from '#protocol/observable.ts';
import { addCounters } from '../processes/add-counters.ts';
import { createRedisLeases } from '../processes/redis-leases.ts';
import { createSiteChannel, type SiteMessage } from '../processes/site-channel.ts';
import {
  createSiteLeases,
  type ProcessName,
  RENEW_INTERVAL_MS,
  type SiteName,
  siteName,
} from '../processes/site-leases.ts';
import { createSiteSearch } from '../processes/site-search.ts';
import type { PlatformBase, PlatformCore } from './core.ts';
import { createLeftCounters, type LeftCounters } from './left-counters.ts';
import type { LiveMaker, LiveServices } from './live-services.ts';
import { createSiteDoor, type SiteDoorDeps } from './site-door.ts';

type SiteHost = LiveServices & { count(): number; close(): Promise<void> };

/** Adds its closing steps to `base.ends`. */
export async function openSiteServices(
  base: PlatformBase,
  core: PlatformCore,
  { maker, redis, self }: { maker: LiveMaker; redis: SharedRedis; self: ProcessName },
): Promise<LiveServices> {
  const { log, clock, ends } = base;
  const failed = (error: unknown) => log.warn('processes', { error });
  const store = createRedisLeases(redis.client);
  const published = createListeners<Parameters<PublishListener>>();
  const leaving = new Set<LiveServices>();
  const left = createLeftCounters();
  /** Refuses clients without a site, and clients whose site another process serves. */
  const refusing = await maker.make({ onStream: (stream) => void door.takeStream(stream) });

  const channel = createSiteChannel(redis, (site, message) => void receive(site, message).catch(failed));
  const leases = createSiteLeases<SiteHost>({ store, self, open, clock, failed });
  const search = createSiteSearch({
    leases,
    requestSite: (site) => channel.send(site, { type: 'hand-over' }),
    pause,
  });

  async function open(name: SiteName): Promise<SiteHost> {
    const [tenant = '', site = ''] = name.split('/');
    const services = await maker.make({ site: { tenant, site } });
    services.broker.onPublish(published.tell);
    const silence = await channel.listen(name);
    return { ...services, ...lifeOf(services, { leaving, left, silence }) };
  }

  async function receive(site: SiteName, message: SiteMessage): Promise<void> {
    if (message.type === 'hand-over') return leases.handOver(site);
    const { type: _, payload, ...rest } = message;
    const services = await leases.hold(site);
    await services?.broker.publish({ ...rest, payload: Buffer.from(payload, 'base64') });
  }

  /** Only a URL with the site may move the site here, because clients without one reach any process. */
  const find: SiteDoorDeps['find'] = (site, { isNamed }) =>
    (isNamed ? search.take(site) : leases.hold(site)).catch((error: unknown) => {
      failed(error);
      return undefined;
    });
  const door = createSiteDoor({ verify: core.tokens.verify, tickets: maker.tickets, find, refusing });

  const renew = () => void leases.renew().catch(failed);
  const timer = setInterval(renew, RENEW_INTERVAL_MS);
  // The store may have lost the leases of this process, and another process would take them.
  const stopBack = store.onBack(renew);
  ends.add(
    () => Promise.all([refusing.broker.close(), refusing.peers.close()]),
    async () => clearInterval(timer),
    async () => stopBack(),
    () => leases.close(),
  );
  const all = () => [refusing, ...leases.all(), ...leaving];
  return {
    broker: {
      ...refusing.broker,
      connections: () => all().flatMap(({ broker }) => broker.connections()),
      endSession(tenant, family) {
        for (const { broker } of all()) broker.endSession(tenant, family);
      },
      counters: () => addCounters([left.broker(), ...all().map(({ broker }) => broker.counters())]),
      onPublish: published.subscribe,
      async publish({ payload, ...message }) {
        const [tenant = '', site = ''] = message.topic.split('/');
        const name = siteName(tenant, site);
        const sent = { type: 'publish', ...message, payload: payload.toString('base64') } as const;
        for (let attempt = 1; !(await channel.send(name, sent)); attempt += 1) {
          // No client of the site is connected to any process.
          if (!(await store.isHeld(name))) return;
          if (attempt === PUBLISH_ATTEMPTS) throw new Error(`The process of ${name} cannot be reached`);
          await pause(RETRY_DELAY_MS);
        }
      },
      close: leases.close,
    },
    peers: {
      handleUpgrade: (...upgrade) => void door.takePeer(...upgrade),
      endSession(tenant, session) {
        for (const { peers } of all()) peers.endSession(tenant, session);
      },
      counters: () => addCounters([left.peers(), ...all().map(({ peers }) => peers.counters())]),
      close: leases.close,
    },
  };
}

/** Together longer than the lease of a process that has ended. */
const PUBLISH_ATTEMPTS = 10;
const RETRY_DELAY_MS = 500;

function lifeOf(
  services: LiveServices,
  parts: { leaving: Set<LiveServices>; left: LeftCounters; silence(): Promise<void> },
): Pick<SiteHost, 'count' | 'close'> {
  const { leaving, left, silence } = parts;
  const { broker, peers } = services;
  return {
    count() {
      const { tutor, device } = peers.counters().sockets;
      return broker.connections().length + tutor + device;
    },
    async close() {
      leaving.add(services);
      try {
        await Promise.all([broker.close(), peers.close()]);
        await silence();
      } finally {
        left.add(services);
        leaving.delete(services);
      }
    },
  };
}
