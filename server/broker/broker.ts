/** The embedded MQTT 5 broker: composes the entrance, the door, the gate and the platform side. */

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '#base/log.ts';
import type { SecurityLog } from '#base/security-log.ts';
import type { ClientAddress } from '#http/client-address.ts';
import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { createListeners } from '#protocol/observable.ts';
import { createBrokerCounters } from './broker-counters.ts';
import type { BrokerPermissions } from './broker-permissions.ts';
import type { BrokerSessions } from './broker-sessions.ts';
import { type ConnectionFacade, createConnectionFacade } from './connection-facade.ts';
import { createConnectionNotes } from './connection-notes.ts';
import { createDepartures } from './departures.ts';
import { createAedesDoor, type Door, isClosedDoor } from './door/aedes-door.ts';
import type { Connection } from './door/connection.ts';
import { createConnectionEnds } from './door/connection-ends.ts';
import type { BrokerMessage } from './door/door-gate.ts';
import { createOpenConnections } from './door/open-connections.ts';
import { createEntrance, type WebSocketStream } from './door/websocket-entrance.ts';
import { createGate } from './gate/gate.ts';
import { BROKER_LIMITS, type BrokerLimits } from './limits/broker-limits.ts';
import { type PlatformSources, startPlatformSide } from './platform-side.ts';

export type BrokerDeps = PlatformSources & {
  /** Whether a page of this origin may connect; undefined: the client is not a page. */
  isAllowedOrigin(origin: string | undefined): boolean;
  clientAddress: ClientAddress;
  /** Receives each client before its CONNECT is read, instead of this broker, which takes it by `accept`. */
  onStream?: ((stream: WebSocketStream) => void) | undefined;
  verify(token: string): Promise<AccessTokenClaims | undefined>;
  permissions: BrokerPermissions;
  sessions: BrokerSessions;
  clock?: () => EpochMs;
  log: Log;
  security: SecurityLog;
  /** Overrides of the production limits, for tests. */
  limits?: Partial<BrokerLimits>;
};

export type Broker = ConnectionFacade & {
  /** Handles upgrades on the path of MQTT over WebSocket. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Accepts a client from another entrance. */
  accept(stream: WebSocketStream): void;
  /** False once closing has begun. */
  isOpen(): boolean;
  /** Calls the listener for every message of a client that was forwarded. Returns the unsubscribe. */
  onPublish(listener: PublishListener): () => void;
  /** Publishes as the platform, which may use every topic. */
  publish(message: {
    topic: string;
    payload: Buffer;
    qos: 0 | 1;
    retain?: boolean;
    /** MQTT 5 properties. */
    properties?: { messageExpiryInterval?: number };
  }): Promise<void>;
  close(): Promise<void>;
};
export type PublishListener = (message: BrokerMessage, from: Connection['claims']) => void;

export async function createBroker(deps: BrokerDeps): Promise<Broker> {
  const { log, clock: now = Date.now } = deps;
  const limits = { ...BROKER_LIMITS, ...deps.limits };
  const counters = createBrokerCounters();
  const listeners = createListeners<Parameters<PublishListener>>();
  let isOpen = true;
  const failure = (what: string) => (error: unknown) => {
    // Messages published during the close, such as last clients' leaving, have no subscribers left.
    if (isOpen || !isClosedDoor(error)) log.error(what, { error });
  };
  const failed = failure('broker');

  // Gate, door and the platform side reference each other. All are created before clients can connect.
  const notes = createConnectionNotes({ store: deps.storeConnectionNotes ?? (async () => {}), failed, now });
  const ends = createConnectionEnds({
    disconnect: (connection, reasonCode, reason) => door.disconnect(connection, reasonCode, reason),
    ending(connection, why) {
      notes.ending(connection, why);
      if (why !== 'token-expired') departures.ended(connection);
    },
    log,
    security: deps.security,
  });
  const departures = createDepartures({
    publish: (message) => door.publish(message),
    open: { all: () => open.all() },
    failed,
  });
  const open = createOpenConnections({ expired: ends.tokenExpired, now });
  const gate = createGate({
    verify: deps.verify,
    isLive: deps.sessions.isLive,
    permissions: deps.permissions,
    counters,
    now,
    log,
    security: deps.security,
    limits,
    directoryVersion: () => platform.directoryVersion(),
    admitted: (connection) => platform.deliver(connection),
    refusedSubject: notes.refused,
    notChecked: failure('broker could not check a connection'),
  });
  const door: Door = await createAedesDoor(
    {
      ...gate,
      opened(connection) {
        open.add(connection);
        counters.connected += 1;
        platform.opened(connection);
        notes.opened(connection);
        // The session may have ended while the connection was being admitted.
        if (deps.sessions.isOver(connection.claims.tenant, connection.claims.jti))
          ends.sessionEnded(connection);
      },
      closed(connection, sentDisconnect) {
        notes.closed(connection, sentDisconnect);
        if (open.remove(connection)) platform.closed(connection);
      },
      published(connection, message) {
        connection.traffic.messagesIn += 1;
        counters.messagesIn += 1;
        platform.read(message, connection);
        listeners.tell(message, connection.claims);
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
  const platform = startPlatformSide({ sources: deps, door, open, ends, counters, limits, now, failed, log });
  const entrance = createEntrance({
    isAllowedOrigin: deps.isAllowedOrigin,
    // Above the MQTT limit, because exceeding that one is answered with a reason code.
    maxMessageBytes: 2 * limits.maxPacketBytes,
    total: counters,
    onStream: deps.onStream ?? door.accept,
    clientAddress: deps.clientAddress,
    waiting: limits.waiting,
    refused: (what, reason, address) =>
      what === 'connect'
        ? gate.refusedOtherwise(reason, address)
        : gate.refusedPacket(undefined, reason, address),
  });

  await platform.begin();

  return {
    handleUpgrade: entrance.handleUpgrade,
    accept: door.accept,
    isOpen: () => isOpen,
    ...createConnectionFacade({ open, ends, counters }),
    onPublish: listeners.subscribe,
    publish: (message) => door.publish({ retain: false, ...message }),
    async close() {
      isOpen = false;
      platform.stop();
      notes.stop();
      await door.close();
      await entrance.close();
      await Promise.all([platform.close(), notes.close()]);
      open.stop();
    },
  };
}
