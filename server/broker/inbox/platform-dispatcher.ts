/** Handles messages for the platform itself: presence, events, chat rooms, requests of tutors. */

import { createKeyedWork } from '#base/keyed-work.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { OrderStore } from '#store/groups/held-order.ts';
import { createUntilStored, type UntilStored } from '#store/until-stored.ts';
import type { BrokerChanges } from '../broker-permissions.ts';
import type { Connection } from '../door/connection.ts';
import { type ClassOrders, createBrokerClassOrders } from '../orders/class-orders.ts';
import { createBrokerRooms, type RoomStore } from '../rooms/rooms.ts';
import { createTutorActions, type StoreTutorActions } from '../tutor-actions.ts';
import { createDeviceEvents, type StoreDeviceEvent } from './device-events.ts';
import { createDeviceInventories, type StoreDeviceInventory } from './device-inventories.ts';
import { type CountDrop, createPlatformInbox, type ReadMessage } from './platform-inbox.ts';
import { createPresenceClearing } from './presence-clearing.ts';
import { createStopScreenShares } from './stop-screen-shares.ts';
import { createWakeReplies, type StoreWakes } from './wake-replies.ts';

export type PlatformDispatcherDeps = {
  storeDeviceEvent: StoreDeviceEvent;
  /** Without it, the dispatcher uses its own queue, which ends with it. */
  untilStored: UntilStored | undefined;
  storeTutorActions: StoreTutorActions;
  /** Without it, inventories of devices are forwarded and not stored. */
  storeDeviceInventory: StoreDeviceInventory | undefined;
  /** Without it, the devices that runners have woken are not stored. */
  storeWakes: StoreWakes | undefined;
  rooms: RoomStore;
  changes: BrokerChanges;
  /** Without it, a tutor's actions to a group do not apply to devices that connect later. */
  orders: OrderStore | undefined;
  orderCheckMs: number;
  connections(): Iterable<Connection>;
  isOpen(connection: Connection): boolean;
  publish(message: { topic: string; payload: Buffer; qos: 1; retain: boolean }): Promise<void>;
  drop: CountDrop;
  failed(error: unknown): void;
  now(): EpochMs;
  /** How long a member of a chat room may be disconnected before the room is notified. */
  roomGraceMs: number;
};

export type PlatformDispatcher = {
  /** Must be called with every forwarded message of a client. */
  read(message: ReadMessage, from: Connection): void;
  opened(connection: Connection): void;
  closed(connection: Connection): void;
  orders: ClassOrders | undefined;
  /** Ends rooms and class orders. Resolves when all received messages are handled and stored. */
  close(): Promise<void>;
};

export function createPlatformDispatcher(deps: PlatformDispatcherDeps): PlatformDispatcher {
  const { connections, publish, drop, failed, now } = deps;
  const work = createKeyedWork(failed);
  const ownQueue = createUntilStored(failed);
  const untilStored = deps.untilStored ?? ownQueue;
  const publishUnretained = (topic: string, payload: Buffer) =>
    publish({ topic, payload, qos: 1, retain: false });

  const rooms = createBrokerRooms({
    store: deps.rooms,
    changes: deps.changes,
    publish: publishUnretained,
    work,
    drop,
    now,
    isOpen: deps.isOpen,
    graceMs: deps.roomGraceMs,
  });
  const presence = createPresenceClearing({
    clear(topic) {
      publish({ topic, payload: Buffer.alloc(0), qos: 1, retain: true }).catch(failed);
    },
    drop,
  });
  const orders =
    deps.orders &&
    createBrokerClassOrders({
      store: deps.orders,
      publish: (topic, payload) => publish({ topic, payload, qos: 1, retain: true }),
      connections,
      work,
      drop,
      failed,
      now,
      checkIntervalMs: deps.orderCheckMs,
    });
  const stopScreenShares = createStopScreenShares({ connections, publish: publishUnretained, drop, failed });
  const tutorActions = createTutorActions({ store: deps.storeTutorActions, drop, failed, now });
  const inventories =
    deps.storeDeviceInventory &&
    createDeviceInventories({ store: deps.storeDeviceInventory, work, drop, now });
  const wakeReplies =
    deps.storeWakes && createWakeReplies({ store: deps.storeWakes, untilStored, drop, now });
  const read = createPlatformInbox({
    presence: presence.read,
    lastwill(message) {
      presence.readLastWill(message);
      rooms.left(message.from);
      // The broker also publishes a last will for a lost connection, whose tutor may be back in a moment.
      if (deps.isOpen(message.from)) orders?.tutorLeft(message.from);
    },
    events: createDeviceEvents({ store: deps.storeDeviceEvent, untilStored, drop, now }),
    'live-rooms': rooms.read,
    tutors(message) {
      stopScreenShares(message);
      orders?.read(message);
      tutorActions.read(message);
      inventories?.(message);
      wakeReplies?.(message);
    },
  });

  return {
    read,
    orders,
    opened: rooms.opened,
    closed: rooms.closed,
    async close() {
      rooms.stop();
      orders?.stop();
      await Promise.all([work.settled(), ownQueue.close(), tutorActions.close()]);
    },
  };
}
