/** The services that hold connections: the broker and the peer server. Both hear of every session that ends. */

import { INVENTORY_RESOURCE } from '#protocol/rest/device-inventory.ts';
import { startEndedSessionsFeed } from './auth/sessions/ended-sessions-feed.ts';
import { createBroker } from './broker/broker.ts';
import type { StoreDeviceEvent } from './broker/inbox/device-events.ts';
import type { StoreDeviceInventory } from './broker/inbox/device-inventories.ts';
import type { StoreWakes } from './broker/inbox/wake-replies.ts';
import { isAllowedOrigin } from './http/allowed-origin.ts';
import { readPeerIdSecret } from './peer/peer-ids.ts';
import { createPeerPresence } from './peer/peer-presence.ts';
import { createPeerServer } from './peer/peer-server.ts';
import type { PlatformBase, PlatformCore } from './platform-core.ts';
import { createOrderStore } from './store/groups/class-orders.ts';
import { createDeviceEventLog } from './store/logs/device-event-log.ts';
import { createTutorActionLog } from './store/logs/tutor-action-log.ts';
import { createDeviceInventory } from './store/people/device-inventory.ts';
import { createReachability } from './store/people/reachability.ts';
import { createClientPolicies } from './store/policies/client-policies.ts';
import { createRoomHistory } from './store/rooms/room-history.ts';
import { createSiteClients } from './store/sites/site-clients.ts';
import { createSiteRunners } from './store/sites/site-runners.ts';
import { createWokenDevices } from './store/wake/woken-devices.ts';

/** Processes that share a database do not hear of each other's changes: how late they may notice one. */
const RECHECK_EVERY_MS = 60_000;

export type LiveServices = Awaited<ReturnType<typeof openLive>>;

/** Rejects where the database cannot be read. */
export async function openLive(base: PlatformBase, core: PlatformCore) {
  const { options, addresses, clientAddress, clock, log, ends } = base;
  const { db, changes, permissions, sessions, ended, security } = core;
  const isShared = options.databaseUrl !== undefined;
  const recheckEveryMs = isShared ? RECHECK_EVERY_MS : undefined;
  const clients = createSiteClients(db);
  const broker = await openBroker(base, core, { clients, recheckEveryMs });
  const idSecret = await readPeerIdSecret(core.signingKeys);
  const isPresent = createPeerPresence({ sessions, permissions, clients });
  const peers = createPeerServer({
    idSecret,
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
  ends.add(() => peers.close());
  ended.listen((tenant, family) => {
    broker.endSession(tenant, family);
    peers.endSession(tenant, family);
  });
  const endedFeed = await startEndedSessionsFeed({
    db,
    ended,
    isShared,
    clock,
    failed: (error) => log.error('could not read the ended sessions', { error }),
  });
  ends.add(() => endedFeed.stop());
  return { broker, peers, idSecret };
}

type LiveDeps = { clients: ReturnType<typeof createSiteClients>; recheckEveryMs: number | undefined };

async function openBroker(base: PlatformBase, core: PlatformCore, { clients, recheckEveryMs }: LiveDeps) {
  const { options, addresses, clientAddress, clock, log, ends } = base;
  const { db, tokens, changes, permissions, sessions, ended, security } = core;
  const rooms = createRoomHistory(db);
  await rooms.endStatuses(clock());
  const policies = createClientPolicies({ db, changes, clock, log });
  ends.add(async () => policies.stop());
  const reachability = createReachability(db);
  // Another process may hold what stands as open in a database that is shared.
  if (options.databaseUrl === undefined) await reachability.endAll(clock());
  const broker = await createBroker({
    isAllowedOrigin: (origin) => isAllowedOrigin(origin, addresses),
    clientAddress,
    verify: tokens.verify,
    permissions: { ...permissions, hasClient: clients.has, hasRunner: createSiteRunners(db).has },
    sessions: { isLive: sessions.isLive, isOver: ended.has },
    changes,
    rooms,
    policiesOf: policies.of,
    recheckEveryMs,
    orders: createOrderStore(db),
    storeTutorActions: createTutorActionLog(db).keep,
    storeConnectionNotes: reachability.keep,
    storeDeviceEvent: storeDeviceEvents(core, clock),
    storeDeviceInventory: storeDeviceInventories(core, clock),
    storeWakes: storeWakes(core, clock),
    sitesOf: async (tenant) => {
      const sites = await db.selectFrom('sites').select('id').where('tenant', '=', tenant).execute();
      return sites.map(({ id }) => id);
    },
    clock,
    log,
    security,
  });
  ends.add(() => broker.close());
  return broker;
}

/** Stores an event of a device as a row of the students' log, and notifies consoles. */
function storeDeviceEvents(
  { db, changes, permissions }: PlatformCore,
  clock: () => number,
): StoreDeviceEvent {
  const eventLog = createDeviceEventLog(db, permissions.groupsOfClient);
  return async ({ event, ...client }) => {
    const at = clock();
    const kept = await eventLog.keep(client, event, at);
    const { tenant, site } = client;
    if (kept.name === 'kept')
      changes.publish({ tenant, site, resource: 'userlogs', id: kept.id, change: 'created', at });
    return kept.name !== 'unknown';
  };
}

/** Keeps the newest inventory of a device, and notifies consoles. */
function storeDeviceInventories({ db, changes }: PlatformCore, clock: () => number): StoreDeviceInventory {
  const inventory = createDeviceInventory(db);
  return async ({ answer, ...client }) => {
    const at = clock();
    const kept = await inventory.keep(client, answer, at);
    if (!kept) return false;
    const { tenant, site } = client;
    const about = { resource: INVENTORY_RESOURCE, id: kept.deviceId, change: 'updated', at } as const;
    changes.publish({ tenant, site, ...about, reachUnchanged: true });
    return true;
  };
}

/** Consoles read more devices than these as a list. */
const MAX_NAMED_DEVICES = 20;

/** Keeps when devices were woken, and notifies consoles. */
function storeWakes({ db, changes }: PlatformCore, clock: () => number): StoreWakes {
  const devices = createWokenDevices(db);
  return async ({ deviceIds, ...scope }) => {
    const at = clock();
    const ids = await devices.note(scope, deviceIds, at);
    if (ids.length === 0) return;
    const about = { ...scope, change: 'updated', at, reachUnchanged: true } as const;
    if (ids.length > MAX_NAMED_DEVICES) changes.publish({ ...about, resource: 'devices' });
    else for (const id of ids) changes.publish({ ...about, resource: 'devices', id });
    // The members of groups are shown with it too.
    changes.publish({ ...about, resource: 'groups' });
  };
}
