/**
 * The broker and the peer server of a platform of several processes: to the rest of the platform they look as if there
 * were one of each. Behind them, each site has its own in the process that holds its lease.
 */
import { setTimeout } from 'node:timers/promises';
import { createListeners } from '#protocol/observable.ts';
import type { Broker, PublishListener } from '../broker/broker.ts';
import { BROKER_LIMITS } from '../broker/limits/broker-limits.ts';
import { isAllowedOrigin } from '../http/allowed-origin.ts';
import type { LiveMaker, LiveServices } from '../live-services.ts';
import type { IssueResult, PeerHolder } from '../peer/peer-tickets.ts';
import type { PlatformBase, PlatformCore } from '../platform-core.ts';
import { addCounters } from './add-counters.ts';
import { type AskSite, createAskSite } from './ask-site.ts';
import { createClientLobby } from './client-lobby.ts';
import { SEAT } from './client-reach.ts';
import { createHandedClients, type HandedClientsDeps } from './handed-clients.ts';
import { createLeftCounters, type LeftCounters } from './left-counters.ts';
import type { Processes } from './open-processes.ts';
import { createPeerTicketNames } from './peer-ticket-names.ts';
import { createRelayDial } from './relay-dial.ts';
import type { RelayHandlers, Taken } from './relay-port.ts';
import type { RelayCall } from './relay-seal.ts';
import { createSiteClientsDoor, isForPeers, type SiteClientsDoor, siteName } from './site-clients-door.ts';
import {
  createSiteLeases,
  type ProcessName,
  RENEW_EVERY_MS,
  type SiteLeases,
  type SiteName,
} from './site-leases.ts';
import { createSiteRoutes } from './site-routes.ts';

type SiteHost = LiveServices & { count(): number; close(): Promise<void> };
type Published = Parameters<Broker['publish']>[0];
/** An object: what is undefined in a list is null behind a relay. */
type TicketRequest = { holder: PeerHolder; wished?: string | undefined };

const PUBLISH = '/publish';
const TICKETS = '/tickets';

/** Gives its ends to `base.ends`. */
export async function openSiteServices(
  base: PlatformBase,
  core: PlatformCore,
  { maker, processes }: { maker: LiveMaker; processes: Processes },
): Promise<LiveServices> {
  const { log, clock, ends } = base;
  const { store, port, seal, siblings } = processes;
  const failed = (error: unknown) => log.warn('processes', { error });
  const clientAddress: typeof base.clientAddress = (request) =>
    port.clientAddress(request) ?? base.clientAddress(request);
  const published = createListeners<Parameters<PublishListener>>();
  const ticketNames = createPeerTicketNames(maker.idSecret);
  /** Services of sites that are being left. */
  const leaving = new Set<LiveServices>();
  const left = createLeftCounters();
  // Nobody is let in here, as no site is served.
  const strays = await maker.make({ clientAddress, isForStrays: true });

  async function open(name: SiteName): Promise<SiteHost> {
    const [tenant = '', site = ''] = name.split('/');
    const newTicket = () => ticketNames.create(name);
    const services = await maker.make({ site: { tenant, site }, clientAddress, newTicket });
    services.broker.onPublish(published.tell);
    return { ...services, ...lifeOf(services, { leaving, left }) };
  }

  const leases = createSiteLeases({ store, self: port.self, open, clock, failed });
  const handlers = createHandlers(leases, strays);
  port.serve(handlers);
  const takeHanded = createHandedClients({
    brokerOf: handlers.brokerOf,
    keepAddress: port.keepAddress,
    failed,
  });
  siblings?.listen(takeHanded);
  const isNear = (process: ProcessName) =>
    process === port.self || (siblings !== undefined && process.startsWith(`${siblings.family}.`));
  const routes = createSiteRoutes({ store, self: port.self, isHere: leases.holds, isNear, failed });
  const dial = createRelayDial(seal, port);
  const door = createSiteClientsDoor({
    self: port.self,
    routes,
    dial,
    isNear,
    siblings,
    pause: (ms) => setTimeout(ms),
    takeHanded,
    lobby: createClientLobby({
      connectTimeoutMs: BROKER_LIMITS.connectTimeoutMs,
      maxBytes: BROKER_LIMITS.maxPacketBytes,
    }),
    verify: core.tokens.verify,
    isAllowedOrigin: (origin) => isAllowedOrigin(origin, base.addresses),
    clientAddress: base.clientAddress,
    ticketNames,
    strays,
    failed,
  });
  const renew = () => void leases.renew().catch(failed);
  const timer = setInterval(renew, RENEW_EVERY_MS);
  // The store may have forgotten what is held here, and others ask it.
  const stopBack = store.onBack(renew);
  ends.add(
    () => Promise.all([strays.broker.close(), strays.peers.close()]),
    async () => clearInterval(timer),
    async () => stopBack(),
    // The clients of this process's sites have been told; those whom others serve would keep the server waiting.
    async () => door.close(),
    () => leases.close(),
  );
  await leases.renew();
  return faceOf({
    door,
    left,
    onPublish: published.subscribe,
    isOpen: strays.broker.isOpen,
    everyone: () => [strays, ...leases.all(), ...leaving],
    ask: createAskSite({ routes, dial }),
    close: () => leases.close(),
  });
}

type FaceDeps = {
  door: SiteClientsDoor;
  left: LeftCounters;
  onPublish: Broker['onPublish'];
  isOpen: Broker['isOpen'];
  /** Services of every site that is open here, and of none. */
  everyone(): readonly LiveServices[];
  ask: AskSite;
  close(): Promise<void>;
};

/** One broker and one peer server, as the rest of the platform sees them. */
function faceOf({ door, left, onPublish, isOpen, everyone, ask, close }: FaceDeps): LiveServices {
  return {
    broker: {
      handleUpgrade: door.mqtt.handleUpgrade,
      isOpen,
      connections: () => everyone().flatMap(({ broker }) => broker.connections()),
      endSession(tenant, family) {
        for (const { broker } of everyone()) broker.endSession(tenant, family);
      },
      counters: () => addCounters([left.broker(), ...everyone().map(({ broker }) => broker.counters())]),
      onPublish,
      async publish({ payload, ...message }) {
        const [tenant = '', site = ''] = message.topic.split('/');
        await ask(siteName(tenant, site), PUBLISH, { ...message, payload: payload.toString('base64') });
      },
      close,
    },
    peers: {
      handleUpgrade: door.peers.handleUpgrade,
      tickets: {
        async issue(holder, wished) {
          const request: TicketRequest = { holder, wished };
          const answer = await ask(siteName(holder.tenant, holder.site), TICKETS, request);
          return answer as IssueResult;
        },
      },
      endSession(tenant, session) {
        for (const { peers } of everyone()) peers.endSession(tenant, session);
      },
      counters: () => addCounters([left.peers(), ...everyone().map(({ peers }) => peers.counters())]),
      close,
    },
  };
}

function lifeOf(
  services: LiveServices,
  { leaving, left }: { leaving: Set<LiveServices>; left: LeftCounters },
): Pick<SiteHost, 'count' | 'close'> {
  const { broker, peers } = services;
  return {
    count() {
      const { tutor, device } = peers.counters().sockets;
      return broker.connections().length + tutor + device;
    },
    async close() {
      leaving.add(services);
      try {
        await broker.close();
        await peers.close();
      } finally {
        left.keep(services);
        leaving.delete(services);
      }
    },
  };
}

/** What other processes bring, and this one itself. */
function createHandlers(
  leases: SiteLeases<SiteHost>,
  strays: LiveServices,
): RelayHandlers & Pick<HandedClientsDeps, 'brokerOf'> {
  async function hostOf({ site }: Pick<RelayCall, 'site'>): Promise<Taken<LiveServices>> {
    if (site === undefined) return { name: 'here', service: strays };
    const held = await leases.hold(site);
    return held.name === 'here' ? { name: 'here', service: held.services } : held;
  }
  return {
    async brokerOf(site) {
      const taken = await hostOf({ site });
      return taken.name === 'here' ? { name: 'here', service: taken.service.broker } : taken;
    },
    async takeClient(call) {
      const taken = await hostOf(call);
      if (taken.name !== 'here') return taken;
      const { broker, peers } = taken.service;
      return { name: 'here', service: isForPeers(call.path) ? peers : broker };
    },
    async answer(call, body) {
      const taken = await hostOf(call);
      if (taken.name !== 'here') return taken;
      const { broker, peers } = taken.service;
      if (call.path === SEAT) return { name: 'here', service: 'true' };
      if (call.path === PUBLISH) {
        const message = JSON.parse(body) as Omit<Published, 'payload'> & { payload: string };
        await broker.publish({ ...message, payload: Buffer.from(message.payload, 'base64') });
        return { name: 'here', service: 'true' };
      }
      const { holder, wished } = JSON.parse(body) as TicketRequest;
      const issued = await peers.tickets.issue(holder, wished);
      return { name: 'here', service: JSON.stringify(issued) };
    },
  };
}
