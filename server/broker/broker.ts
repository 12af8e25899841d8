/** The embedded MQTT 5 broker: composes entrance, door and gate with what the platform does by itself. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type AccessTokenClaims, familyOf } from '#protocol/auth/access-token.ts';
import type { ClientPolicies } from '#protocol/client-policies.ts';
import { MQTT_WILL_DELAY_S } from '#protocol/limits.ts';
import type { ClientAddress } from '../http/client-address.ts';
import type { Log } from '../http/log.ts';
import type { SecurityLog } from '../security-log.ts';
import { type BrokerCounters, countReason, createCounters } from './broker-counters.ts';
import type { BrokerChanges, BrokerPermissions } from './broker-permissions.ts';
import type { BrokerSessions } from './broker-sessions.ts';
import { createGroupDelivery } from './delivery/group-delivery.ts';
import { startNotificationFeed } from './delivery/notification-feed.ts';
import { createPolicyDelivery, type PolicyHolderRef } from './delivery/policy-delivery.ts';
import { createAedesDoor, type Door } from './door/aedes-door.ts';
import { type Connection, type ConnectionInfo, connectionInfo } from './door/connection.ts';
import type { BrokerMessage } from './door/door-gate.ts';
import { createEntrance } from './door/websocket-entrance.ts';
import { createGate } from './gate/gate.ts';
import type { StoreDeviceEvent } from './inbox/device-events.ts';
import { createPlatformDesk } from './inbox/platform-desk.ts';
import { BROKER_LIMITS, type BrokerLimits } from './limits/broker-limits.ts';
import type { OrderStore } from './orders/held-order.ts';
import { REASON } from './reason-code.ts';
import { startRecheck } from './recheck.ts';
import type { RoomStore } from './rooms/rooms.ts';
import type { StoreTutorActions } from './tutor-actions.ts';

export type BrokerDeps = {
  /** Whether a page of this origin may connect; undefined: it is no page. */
  isAllowedOrigin(origin: string | undefined): boolean;
  clientAddress: ClientAddress;
  verify(token: string): Promise<AccessTokenClaims | undefined>;
  permissions: BrokerPermissions;
  sessions: BrokerSessions;
  changes: BrokerChanges;
  /** The ids of a tenant's sites. */
  sitesOf(tenant: string): Promise<readonly string[]>;
  storeDeviceEvent: StoreDeviceEvent;
  storeTutorActions: StoreTutorActions;
  rooms: RoomStore;
  /** Without it nothing that is said to a group holds for who comes later. */
  orders?: OrderStore;
  /** How often every connection is checked again without a change; never where no other process changes anything. */
  recheckEveryMs?: number | undefined;
  /** Without it no device is told of policies. */
  policiesOf?(holder: PolicyHolderRef): Promise<ClientPolicies>;
  /** Epoch milliseconds. */
  clock?: () => number;
  log: Log;
  security: SecurityLog;
  /** For tests; what is not named is as in production. */
  limits?: Partial<BrokerLimits>;
};

export type Broker = {
  /** For the path of MQTT over WebSocket. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  connections(): readonly ConnectionInfo[];
  /** Closes the connections of a session that has ended. */
  endSession(tenant: string, family: string): void;
  /** A copy as of now. */
  counters(): BrokerCounters;
  /** Shows every message of a client that went out. Gives out its undo. */
  onPublish(listener: PublishListener): () => void;
  /** As the platform, which may touch every topic. */
  publish(message: {
    topic: string;
    payload: Buffer;
    qos: 0 | 1;
    retain?: boolean;
    /** Of MQTT 5. */
    properties?: { messageExpiryInterval?: number };
  }): Promise<void>;
  close(): Promise<void>;
};
export type PublishListener = (message: BrokerMessage, from: Connection['claims']) => void;

/** The reason strings of DISCONNECT packets. */
const SESSION_ENDED = 'This session has ended.';
const NOT_OF_THE_SITE = 'This site may not be used any more.';
const TOKEN_EXPIRED = 'The access token has expired.';
const CANNOT_CHECK = 'The permissions could not be read.';
/** The longest time that a Node timer takes. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

export async function createBroker(deps: BrokerDeps): Promise<Broker> {
  const { log, changes, clock: now = Date.now } = deps;
  const limits = { ...BROKER_LIMITS, ...deps.limits };
  const counters = createCounters();
  /** By MQTT client identifier. */
  const live = new Map<string, Connection>();
  const expiries = new Map<Connection, NodeJS.Timeout>();
  const listeners = new Set<PublishListener>();
  const failed = (error: unknown) => log.error('broker', { error });

  const deliverGroups = createGroupDelivery({ publish: (message) => door.publish(message) });

  function endOf(connection: Connection): void {
    log.info('broker ended the connection of a session', { client: connection.clientId });
    door.disconnect(connection, REASON.notAuthorized, SESSION_ENDED);
  }

  const gate = createGate({
    verify: deps.verify,
    isLive: deps.sessions.isLive,
    permissions: deps.permissions,
    counters,
    now,
    log,
    security: deps.security,
    limits,
    directoryVersion: () => recheck.directoryVersion(),
    admitted: async (connection) => {
      await deliverGroups(connection);
      await policies?.deliver(connection);
      await desk.orders?.deliver(connection);
    },
  });

  const door: Door = await createAedesDoor(
    {
      ...gate,
      opened(connection) {
        live.set(connection.clientId, connection);
        counters.connected += 1;
        const leftMs = connection.claims.exp * 1000 - now();
        expiries.set(
          connection,
          setTimeout(
            () => door.disconnect(connection, REASON.maximumConnectTime, TOKEN_EXPIRED),
            Math.min(Math.max(leftMs, 0), MAX_TIMEOUT_MS),
          ),
        );
        recheck.opened(connection);
        desk.opened(connection);
        // It may have ended while the connection was being admitted.
        if (deps.sessions.isOver(connection.claims.tenant, connection.claims.jti)) endOf(connection);
      },
      closed(connection) {
        clearTimeout(expiries.get(connection));
        expiries.delete(connection);
        // Otherwise another connection has taken over.
        if (live.get(connection.clientId) !== connection) return;
        live.delete(connection.clientId);
        desk.closed(connection);
      },
      published(connection, message) {
        connection.traffic.messagesIn += 1;
        counters.messagesIn += 1;
        desk.read(message, connection);
        for (const listener of listeners) listener(message, connection.claims);
      },
      droppedForSize() {
        counters.droppedForSize += 1;
      },
      droppedFromQueue() {
        counters.droppedFromQueues += 1;
      },
      failed,
    },
    limits,
  );
  const entrance = createEntrance({
    isAllowedOrigin: deps.isAllowedOrigin,
    // Above MQTT's own limit, which is answered with a reason code.
    maxMessageBytes: 2 * limits.maxPacketBytes,
    total: counters,
    onStream: door.accept,
    clientAddress: deps.clientAddress,
    waiting: limits.waiting,
    refused: (what, reason, address) =>
      what === 'connect'
        ? gate.refusedOtherwise(reason, address)
        : gate.refusedPacket(undefined, reason, address),
  });

  const desk = createPlatformDesk({
    storeDeviceEvent: deps.storeDeviceEvent,
    storeTutorActions: deps.storeTutorActions,
    rooms: deps.rooms,
    orders: deps.orders,
    connections: () => live.values(),
    isOpen: (connection) => live.get(connection.clientId) === connection,
    publish: (message) => door.publish(message),
    drop: (reason) => countReason(counters.dropped, reason),
    failed,
    now,
    orderLookMs: limits.orderLookMs,
    roomGraceMs: Math.min(MQTT_WILL_DELAY_S * 1000, limits.maxWillDelayMs),
  });
  const policies =
    deps.policiesOf &&
    createPolicyDelivery({
      changes,
      connections: () => live.values(),
      policiesOf: deps.policiesOf,
      publish: (topic, payload) => door.publish({ topic, payload, qos: 1, retain: true }),
      failed,
    });
  const recheck = startRecheck({
    changes,
    everyMs: deps.recheckEveryMs,
    connections: () => live.values(),
    refreshed(connection) {
      deliverGroups(connection).catch(failed);
      policies?.deliver(connection).catch(failed);
      desk.orders?.deliver(connection).catch(failed);
    },
    drop(connection, filters) {
      log.info('broker dropped subscriptions', { client: connection.clientId, filters });
      door.dropSubscriptions(connection, filters);
    },
    end(connection, why, error) {
      log.warn('broker ended a connection', { client: connection.clientId, why, error });
      if (why === 'unknown') door.disconnect(connection, REASON.serverBusy, CANNOT_CHECK);
      else {
        const { claims, address } = connection;
        const { tenant, site, kind, sub: who } = claims;
        deps.security.note({ what: 'session-ended', reason: 'connection', tenant, site, kind, who, address });
        door.disconnect(connection, REASON.notAuthorized, NOT_OF_THE_SITE);
      }
    },
  });
  const stopFeed = startNotificationFeed({
    changes,
    sitesOf: deps.sitesOf,
    publish: (topic, payload) => door.publish({ topic, payload, qos: 1, retain: false }),
    failed,
  });

  await desk.orders?.begin();

  return {
    handleUpgrade: entrance.handleUpgrade,
    connections: () => [...live.values()].map(connectionInfo),
    endSession(tenant, family) {
      for (const connection of [...live.values()]) {
        const { claims } = connection;
        if (claims.tenant === tenant && familyOf(claims.jti) === family) endOf(connection);
      }
    },
    counters() {
      const { connections, refused, ...rest } = structuredClone(counters);
      for (const { claims } of live.values()) connections[claims.kind] += 1;
      return { ...rest, connections, refused };
    },
    onPublish(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    publish: (message) => door.publish({ retain: false, ...message }),
    async close() {
      recheck.stop();
      policies?.stop();
      stopFeed();
      await door.close();
      await entrance.close();
      await desk.close();
      for (const timer of expiries.values()) clearTimeout(timer);
      expiries.clear();
    },
  };
}
