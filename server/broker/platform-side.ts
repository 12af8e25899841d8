/** The platform's own role at its broker: it receives messages, publishes lists, rechecks and notifies. */

import { countReason } from '#base/count-reason.ts';
import type { Log } from '#base/log.ts';
import type { ClientPolicies } from '#protocol/client-policies.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { MQTT_WILL_DELAY_S } from '#protocol/limits.ts';
import type { OrderStore } from '#store/groups/held-order.ts';
import type { UntilStored } from '#store/until-stored.ts';
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
import { createPlatformDispatcher, type PlatformDispatcher } from './inbox/platform-dispatcher.ts';
import type { StoreWakes } from './inbox/wake-replies.ts';
import type { BrokerLimits } from './limits/broker-limits.ts';
import { type Recheck, startRecheck } from './recheck.ts';
import type { RoomStore } from './rooms/rooms.ts';
import type { StoreTutorActions } from './tutor-actions.ts';

/** The platform's data sources and stores outside the broker. */
export type PlatformSources = {
  changes: BrokerChanges;
  /** Ids of a tenant's sites. */
  sitesOf(tenant: string): Promise<readonly string[]>;
  storeDeviceEvent: StoreDeviceEvent;
  /** Queue of reports for the database. Without it, the broker uses its own queue, which ends with it. */
  untilStored?: UntilStored;
  storeTutorActions: StoreTutorActions;
  /** Without it, the connection times of devices are not stored. */
  storeConnectionNotes?: StoreConnectionNotes;
  /** Without it, inventories of devices are forwarded and not stored. */
  storeDeviceInventory?: StoreDeviceInventory;
  /** Without it, the devices that runners have woken are not stored. */
  storeWakes?: StoreWakes;
  rooms: RoomStore;
  /** Without it, a tutor's actions to a group do not apply to devices that connect later. */
  orders?: OrderStore;
  /** Interval of checks of all connections. Undefined: never, because no other process changes the data. */
  recheckEveryMs?: number | undefined;
  /** Without it, no policies are sent to devices. */
  policiesOf?(holder: PolicyHolderRef): Promise<ClientPolicies>;
};

export type PlatformSideDeps = {
  sources: PlatformSources;
  door: Pick<Door, 'publish' | 'dropSubscriptions'>;
  open: Pick<OpenConnections, 'all' | 'isOpen'>;
  ends: Pick<ConnectionEnds, 'recheckFailed'>;
  counters: Pick<BrokerCounters, 'dropped'>;
  limits: Pick<BrokerLimits, 'orderCheckMs' | 'maxWillDelayMs' | 'maxSessionExpiryS'>;
  now(): EpochMs;
  failed(error: unknown): void;
  log: Log;
  /** Called after a connection's access was reloaded. Its lists are published after this resolves. */
  refreshed?(connection: Connection): Promise<void>;
};

export type PlatformSide = Pick<PlatformDispatcher, 'read'> &
  Pick<Recheck, 'directoryVersion'> & {
    /** Publishes the lists of a connection; resolves before its CONNACK is sent. */
    deliver(connection: Connection): Promise<void>;
    opened(connection: Connection): void;
    closed(connection: Connection): void;
    /** Must be called once, before clients connect. */
    begin(): Promise<void>;
    /** Stops timers and listeners. */
    stop(): void;
    /** Ends rooms and class orders. Resolves when all received messages are handled and stored. */
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
    // No session is left after this time that would receive the empty lists.
    graceMs: 2 * deps.limits.maxSessionExpiryS * 1000,
  });
  const dispatcher = createPlatformDispatcher({
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
    orderCheckMs: deps.limits.orderCheckMs,
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
    intervalMs: sources.recheckEveryMs,
    connections: open.all,
    refreshed(connection) {
      const deliverAgain = () => {
        // The device may have disconnected meanwhile, and its lists may be cleared.
        if (!open.isOpen(connection)) return;
        deliverGroups(connection).catch(failed);
        policies?.deliver(connection).catch(failed);
        dispatcher.orders?.deliver(connection).catch(failed);
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
    read: dispatcher.read,
    directoryVersion: recheck.directoryVersion,
    deliver(connection) {
      return lists.whileDelivered(connection, async () => {
        await deliverGroups(connection);
        await policies?.deliver(connection);
        await dispatcher.orders?.deliver(connection);
      });
    },
    opened(connection) {
      lists.opened(connection);
      recheck.opened(connection);
      dispatcher.opened(connection);
    },
    closed(connection) {
      lists.closed(connection);
      dispatcher.closed(connection);
    },
    begin: async () => dispatcher.orders?.begin(),
    stop() {
      lists.stop();
      recheck.stop();
      policies?.stop();
      stopFeed();
    },
    close: dispatcher.close,
  };
}
