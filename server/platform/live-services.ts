/** Creates the broker and the peer server, for all sites or for a single one. */

import { changesOfSite, createChanges } from '#base/changes.ts';
import type { SiteKey } from '#base/site-key.ts';
import { type Broker, type BrokerDeps, createBroker } from '#broker/broker.ts';
import type { WebSocketStream } from '#broker/door/websocket-entrance.ts';
import { createExternalBroker } from '#broker/external/external-broker.ts';
import type { StoreDeviceEvent } from '#broker/inbox/device-events.ts';
import type { StoreDeviceInventory } from '#broker/inbox/device-inventories.ts';
import type { StoreWakes } from '#broker/inbox/wake-replies.ts';
import { isAllowedOrigin } from '#http/allowed-origin.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { INVENTORY_RESOURCE } from '#protocol/rest/device-inventory.ts';
import { createOrderStore } from '#store/groups/class-orders.ts';
import { inTenant } from '#store/in-tenant.ts';
import { createDeviceEventLog } from '#store/logs/device-event-log.ts';
import { createTutorActionLog } from '#store/logs/tutor-action-log.ts';
import { createDeviceInventory } from '#store/people/device-inventory.ts';
import { createReachability } from '#store/people/reachability.ts';
import { createClientPolicies } from '#store/policies/client-policies.ts';
import { createRoomHistory } from '#store/rooms/room-history.ts';
import { createSiteClients } from '#store/sites/site-clients.ts';
import { createSiteRunners } from '#store/sites/site-runners.ts';
import { createUntilStored, type UntilStored } from '#store/until-stored.ts';
import { createWokenDevices } from '#store/wake/woken-devices.ts';
import { readPeerIdSecret } from '../peer/peer-ids.ts';
import { createPeerPresence } from '../peer/peer-presence.ts';
import { createPeerServer, type PeerServer } from '../peer/peer-server.ts';
import { createPeerTickets, type PeerTickets } from '../peer/peer-tickets.ts';
import type { PlatformBase, PlatformCore } from './core.ts';

/** Processes with one database may miss each other's changes. Each rechecks the database at this interval. */
const CHECK_INTERVAL_MS = 60_000;

export type LiveServices = { broker: Broker; peers: PeerServer };

export type LiveServicesRequest = {
  /** The only site that the services handle. No other process may serve it meanwhile. */
  site?: SiteKey;
  /** Set for services without a site, which reject all clients. Receives MQTT clients before CONNECT. */
  onStream?: (stream: WebSocketStream) => void;
};

export type LiveMaker = {
  /** Derived from the key of the access tokens. */
  idSecret: Buffer;
  tickets: PeerTickets;
  /** Rejects if the database cannot be read. The caller closes each service. */
  make(request: LiveServicesRequest): Promise<LiveServices>;
};

/** Creates once what the services of several sites share. */
export async function createLiveMaker(base: PlatformBase, core: PlatformCore): Promise<LiveMaker> {
  const { options, addresses, clientAddress, clock, log, ends } = base;
  const { db, permissions, sessions, security } = core;
  const recheckEveryMs = options.databaseUrl === undefined ? undefined : CHECK_INTERVAL_MS;
  const policies = createClientPolicies({ db, changes: core.changes, clock, log });
  ends.add(async () => policies.stop());
  const clients = createSiteClients(db);
  // Shared by all sites, because a process may leave a site while its reports wait to be stored.
  const untilStored = createUntilStored((error) => log.error('could not keep what was reported', { error }));
  ends.add(untilStored.close);
  const sources = {
    ...brokerSources(base, core),
    untilStored,
    clients,
    recheckEveryMs,
    policiesOf: policies.of,
  };
  const idSecret = await readPeerIdSecret(core.signingKeys);
  const tickets = createPeerTickets({ secret: idSecret, clock, rateLimit: core.rateLimit });
  const isPresent = createPeerPresence({ sessions, permissions, clients });
  return {
    idSecret,
    tickets,
    async make({ site, onStream }) {
      const changes = onStream ? createChanges() : site ? changesOfSite(core.changes, site) : core.changes;
      const request = { ...sources, changes, clientAddress, site, onStream };
      const broker = await makeBroker(base, core, request);
      const peers = createPeerServer({
        tickets,
        permissions,
        isPresent,
        changes,
        recheckEveryMs,
        addresses,
        clientAddress,
        clock,
        log,
        security,
      });
      return { broker, peers };
    },
  };
}

type Sources = ReturnType<typeof brokerSources> & { untilStored: UntilStored };

/** The stores to which brokers write and from which they read. */
function brokerSources({ clock }: PlatformBase, core: PlatformCore) {
  const { db } = core;
  return {
    rooms: createRoomHistory(db),
    reachability: createReachability(db),
    orders: createOrderStore(db),
    storeTutorActions: createTutorActionLog(db).keep,
    storeDeviceEvent: storeDeviceEvents(core),
    storeDeviceInventory: storeDeviceInventories(core, clock),
    storeWakes: storeWakes(core),
  };
}

type BrokerRequest = Sources &
  Pick<BrokerDeps, 'changes' | 'clientAddress' | 'policiesOf' | 'recheckEveryMs'> & {
    clients: ReturnType<typeof createSiteClients>;
    site: SiteKey | undefined;
    onStream: LiveServicesRequest['onStream'];
  };

async function makeBroker(base: PlatformBase, core: PlatformCore, request: BrokerRequest): Promise<Broker> {
  const { options, addresses, clock, log } = base;
  const { db, tokens, permissions, sessions, ended, security, handedOut } = core;
  const { clients, site, onStream, reachability, orders, clientAddress, ...sources } = request;
  if (!onStream) {
    await sources.rooms.endStatuses(clock(), site);
    // In a shared database another process may hold the open statuses, unless this process owns the site.
    if (site || options.databaseUrl === undefined) await reachability.endAll(clock(), site);
  }
  const deps = {
    ...sources,
    verify: tokens.verify,
    permissions: { ...permissions, hasClient: clients.has, hasRunner: createSiteRunners(db).has },
    sessions: { isLive: onStream ? rejectUnserved : sessions.isLive, isOver: ended.has },
    orders: { ...orders, all: async () => (onStream ? [] : orders.all(site)) },
    sitesOf: async (tenant: string) => {
      if (site) return [site.site];
      const sites = await inTenant(db, tenant).selectFrom('sites').select('id').execute();
      return sites.map(({ id }) => id);
    },
    clock,
    log,
    security,
  };
  if (options.mqttBroker) {
    const broker = await createExternalBroker({ ...deps, ...options.mqttBroker });
    handedOut.listen(broker.expect);
    return broker;
  }
  return createBroker({
    ...deps,
    clientAddress,
    onStream,
    isAllowedOrigin: (origin) => isAllowedOrigin(origin, addresses),
    storeConnectionNotes: reachability.keep,
  });
}

/** Clients with a valid token receive “server unavailable”, and connect again. */
const rejectUnserved = () => Promise.reject(new Error('No process can serve this site at the moment'));

/** Stores a device's event as a row of the students' log and notifies consoles. */
function storeDeviceEvents({ db, changes, permissions }: PlatformCore): StoreDeviceEvent {
  const eventLog = createDeviceEventLog(db, permissions.groupsOfClient);
  return async ({ event, at, ...client }) => {
    const outcome = await eventLog.keep(client, event, at);
    const { tenant, site } = client;
    if (outcome.name === 'kept')
      changes.publish({ tenant, site, resource: 'userlogs', id: outcome.id, change: 'created', at });
    return outcome.name !== 'unknown';
  };
}

/** Stores a device's latest inventory and notifies consoles. */
function storeDeviceInventories({ db, changes }: PlatformCore, clock: () => EpochMs): StoreDeviceInventory {
  const inventory = createDeviceInventory(db);
  return async ({ answer, ...client }) => {
    const at = clock();
    const stored = await inventory.keep(client, answer, at);
    if (!stored) return false;
    const { tenant, site } = client;
    const about = { resource: INVENTORY_RESOURCE, id: stored.deviceId, change: 'updated', at } as const;
    changes.publish({ tenant, site, ...about, reachUnchanged: true });
    return true;
  };
}

/** Above this number consoles reload the list, instead of single devices. */
const MAX_NAMED_DEVICES = 20;

/** Stores when devices were woken and notifies consoles. */
function storeWakes({ db, changes }: PlatformCore): StoreWakes {
  const devices = createWokenDevices(db);
  return async ({ deviceIds, at, ...scope }) => {
    const ids = await devices.note(scope, deviceIds, at);
    if (ids.length === 0) return;
    const about = { ...scope, change: 'updated', at, reachUnchanged: true } as const;
    if (ids.length > MAX_NAMED_DEVICES) changes.publish({ ...about, resource: 'devices' });
    else for (const id of ids) changes.publish({ ...about, resource: 'devices', id });
    // Groups show the time of their members too.
    changes.publish({ ...about, resource: 'groups' });
  };
}
