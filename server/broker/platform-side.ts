/** The platform as a party at its own broker: it reads messages, delivers, rechecks and notifies. */

import type { ClientPolicies } from '#protocol/client-policies.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { MQTT_WILL_DELAY_S } from '#protocol/limits.ts';
import { countReason } from '../count-reason.ts';
import type { Log } from '../http/log.ts';
import type { OrderStore } from '../store/groups/held-order.ts';
import type { UntilStored } from '../store/until-stored.ts';
import type { BrokerCounters } from './broker-counters.ts';
import type { BrokerChanges } from './broker-permissions.ts';
import type { StoreConnectionNotes } from './connection-notes.ts';
import { createGroupDelivery } from './delivery/group-delivery.ts';
import { createListClearing } from './delivery/list-clearing.ts';
import { startNotificationFeed } from './delivery/notification-feed.ts';
import { createPolicyDelivery, type PolicyHolderRef } from './delivery/policy-delivery.ts';
import type { Door } from './door/aedes-door.ts';
import type { Connection } from './door/connection.ts';
import type { ConnectionEnds } from './door/connection-ends.ts';
import type { OpenConnections } from './door/open-connections.ts';
import type { StoreDeviceEvent } from './inbox/device-events.ts';
import type { StoreDeviceInventory } from './inbox/device-inventories.ts';
import { createPlatformDesk, type PlatformDesk } from './inbox/platform-desk.ts';
import type { StoreWakes } from './inbox/wake-replies.ts';
import type { BrokerLimits } from './limits/broker-limits.ts';
import { type Recheck, startRecheck } from './recheck.ts';
import type { RoomStore } from './rooms/rooms.ts';
import type { StoreTutorActions } from './tutor-actions.ts';

/** What the platform reads and writes outside the broker. */
export type PlatformSources = {
  changes: BrokerChanges;
  /** The ids of a tenant's sites. */
  sitesOf(tenant: string): Promise<readonly string[]>;
  storeDeviceEvent: StoreDeviceEvent;
  /** Where reports wait for the database; left out: in a queue of the broker's own, which ends with it. */
  untilStored?: UntilStored;
  storeTutorActions: StoreTutorActions;
  /** Without it, nobody knows later when a device was connected. */
  storeConnectionNotes?: StoreConnectionNotes;
  /** Without it, inventories of devices are passed on and not kept. */
  storeDeviceInventory?: StoreDeviceInventory;
  /** Without it, what runners have woken is passed on and not kept. */
  storeWakes?: StoreWakes;
  rooms: RoomStore;
  /** Without it, what a tutor tells a group does not hold for devices that come later. */
  orders?: OrderStore;
  /** How often every connection is checked again without a change; never where no other process changes anything. */
  recheckEveryMs?: number | undefined;
  /** Without it no policies are sent to devices. */
  policiesOf?(holder: PolicyHolderRef): Promise<ClientPolicies>;
};

export type PlatformSideDeps = {
  sources: PlatformSources;
  door: Pick<Door, 'publish' | 'dropSubscriptions'>;
  open: Pick<OpenConnections, 'all' | 'isOpen'>;
  ends: Pick<ConnectionEnds, 'recheckFailed'>;
  counters: Pick<BrokerCounters, 'dropped'>;
  limits: Pick<BrokerLimits, 'orderLookMs' | 'maxWillDelayMs' | 'maxSessionExpiryS'>;
  now(): EpochMs;
  failed(error: unknown): void;
  log: Log;
  /** What a connection may do was read again. What is sent for it waits until this resolves. */
  refreshed?(connection: Connection): Promise<void>;
};

export type PlatformSide = Pick<PlatformDesk, 'read'> &
  Pick<Recheck, 'directoryVersion'> & {
    /** Publishes what holds for a connection; resolves before its CONNACK goes out. */
    deliver(connection: Connection): Promise<void>;
    opened(connection: Connection): void;
    closed(connection: Connection): void;
    /** To be called once, before anybody connects. */
    begin(): Promise<void>;
    /** Stops what starts by itself. */
    stop(): void;
    /** Resolves when what was begun is done. */
    close(): Promise<void>;
  };

export function startPlatformSide(deps: PlatformSideDeps): PlatformSide {
  const { sources, door, open, failed, now } = deps;
  const { changes, policiesOf } = sources;
  const deliverGroups = createGroupDelivery({ publish: door.publish });
  const lists = createListClearing({
    clear(topic) {
      door.publish({ topic, payload: Buffer.alloc(0), qos: 1, retain: true }).catch(failed);
    },
    // No session is left then that would be sent the empty lists.
    graceMs: 2 * deps.limits.maxSessionExpiryS * 1000,
  });
  const desk = createPlatformDesk({
    storeDeviceEvent: sources.storeDeviceEvent,
    untilStored: sources.untilStored,
    storeTutorActions: sources.storeTutorActions,
    storeDeviceInventory: sources.storeDeviceInventory,
    storeWakes: sources.storeWakes,
    rooms: sources.rooms,
    changes,
    orders: sources.orders,
    connections: open.all,
    isOpen: open.isOpen,
    publish: door.publish,
    drop: (reason) => countReason(deps.counters.dropped, reason),
    failed,
    now,
    orderLookMs: deps.limits.orderLookMs,
    roomGraceMs: Math.min(MQTT_WILL_DELAY_S * 1000, deps.limits.maxWillDelayMs),
  });
  const policies =
    policiesOf &&
    createPolicyDelivery({
      changes,
      connections: open.all,
      policiesOf,
      publish: (topic, payload) => door.publish({ topic, payload, qos: 1, retain: true }),
      failed,
    });
  const recheck = startRecheck({
    changes,
    everyMs: sources.recheckEveryMs,
    connections: open.all,
    refreshed(connection) {
      const deliverAgain = () => {
        // The device may have left meanwhile, and its lists may be gone.
        if (!open.isOpen(connection)) return;
        deliverGroups(connection).catch(failed);
        policies?.deliver(connection).catch(failed);
        desk.orders?.deliver(connection).catch(failed);
      };
      if (deps.refreshed) deps.refreshed(connection).then(deliverAgain, failed);
      else deliverAgain();
    },
    drop(connection, filters) {
      deps.log.info('broker dropped subscriptions', { client: connection.clientId, filters });
      door.dropSubscriptions(connection, filters);
    },
    end: deps.ends.recheckFailed,
  });
  const stopFeed = startNotificationFeed({
    changes,
    sitesOf: sources.sitesOf,
    publish: (topic, payload) => door.publish({ topic, payload, qos: 1, retain: false }),
    failed,
  });

  return {
    read: desk.read,
    directoryVersion: recheck.directoryVersion,
    deliver(connection) {
      return lists.whileDelivered(connection, async () => {
        await deliverGroups(connection);
        await policies?.deliver(connection);
        await desk.orders?.deliver(connection);
      });
    },
    opened(connection) {
      lists.opened(connection);
      recheck.opened(connection);
      desk.opened(connection);
    },
    closed(connection) {
      lists.closed(connection);
      desk.closed(connection);
    },
    begin: async () => desk.orders?.begin(),
    stop() {
      lists.stop();
      recheck.stop();
      policies?.stop();
      stopFeed();
    },
    close: desk.close,
  };
}
