/**
 * The only file that knows aedes. What aedes 2.0.0-beta.1 does otherwise than MQTT 5 or this broker needs is
 * put right here, so that it stays replaceable; who may do what is the gate's business.
 */
import { Aedes, type AedesPublishPacket, type Client, type ConnectPacket } from 'aedes';
import type { DeliveredPacket, DeliveryWindow } from '../wire/delivery-window.ts';
import { packetBytes } from '../wire/packet-bytes.ts';
import { connackRefusal } from '../wire/raw-packets.ts';
import { replaceStore } from '../wire/session-store.ts';
import { startWire } from '../wire/start-wire.ts';
import { refusalIn } from './broken-connection.ts';
import type { Connection } from './connection.ts';
import type { BrokerMessage, Gate } from './door-gate.ts';
import { createTakeoverTurns } from './takeover-turns.ts';
import type { WebSocketStream } from './websocket-entrance.ts';

export type DoorLimits = {
  maxPacketBytes: number;
  maxKeepAliveS: number;
  maxSessionExpiryS: number;
  maxWillDelayMs: number;
  /** Of messages that wait in one session. */
  maxQueuedMessages: number;
  maxQueuedBytes: number;
  /** Of sessions and last wills that outlive their connection. */
  maxPendingSessions: number;
  connectTimeoutMs: number;
};

export type Door = {
  accept(stream: WebSocketStream): void;
  publish(message: BrokerMessage): Promise<void>;
  dropSubscriptions(connection: Connection, filters: readonly string[]): void;
  /** `reason`: for who reads the client's log. */
  disconnect(connection: Connection, reasonCode: number, reason: string): void;
  close(): Promise<void>;
};

/**
 * aedes waits for every receiver before it says that a message is out, and for one whose connection broke in that very
 * moment it may wait for ever. Whoever publishes must not: connections are let in after the publishes that they need.
 */
const PUBLISHED_WITHIN_MS = 2_000;
/** CONNACK of MQTT 3.1.1, "unacceptable protocol version". */
const WRONG_VERSION_CONNACK = Buffer.from([0x20, 0x02, 0x00, 0x01]);

export async function createAedesDoor(gate: Gate, limits: DoorLimits): Promise<Door> {
  const visitors = new WeakMap<Client, { stream: WebSocketStream; connect?: ConnectPacket }>();
  const connections = new WeakMap<Client, Connection>();
  const clients = new WeakMap<Connection, Client>();
  const windows = new WeakMap<object, DeliveryWindow>();
  const welcomed = new WeakSet<object>();
  const turns = createTakeoverTurns();
  /** Those whose end has been counted. */
  const refused = new WeakSet<Client>();

  function refuse(client: Client, reason: string | undefined): void {
    if (reason === undefined || refused.has(client)) return;
    refused.add(client);
    const connection = connections.get(client);
    const address = visitors.get(client)?.stream.address ?? '';
    if (connection) gate.refusedPacket(connection, reason, address);
    else gate.refusedOtherwise(reason, address);
  }

  const aedes = await Aedes.createBroker({
    concurrency: 0,
    queueLimit: 256,
    maximumPacketSize: limits.maxPacketBytes,
    keepaliveLimit: limits.maxKeepAliveS,
    sessionExpiryIntervalLimit: limits.maxSessionExpiryS,
    pendingSessionsLimit: limits.maxPendingSessions,
    connectTimeout: limits.connectTimeoutMs,
    // Our streams never ask for patience: only one that is broken keeps a writer waiting.
    drainTimeout: PUBLISHED_WITHIN_MS,

    preConnect(client, packet, done) {
      if (packet.protocolVersion !== 5) {
        refuse(client, 'protocol-version');
        client.conn.write(WRONG_VERSION_CONNACK);
        done(new Error('only MQTT 5 is spoken here'), false);
        return;
      }
      const visitor = visitors.get(client);
      visitor?.stream.greeted();
      if (visitor) visitor.connect = packet;
      const will = packet.will?.properties;
      if (will?.willDelayInterval !== undefined)
        will.willDelayInterval = Math.min(will.willDelayInterval, limits.maxWillDelayMs / 1000);
      done(null, true);
    },

    authenticate(client, username, password, done) {
      const visitor = visitors.get(client);
      const will = visitor?.connect?.will;
      if (!visitor) return done(null, false);
      const request = {
        clientId: visitor.connect?.clientId ?? '',
        username,
        password: password?.toString(),
        will: will && messageOf(will),
      };
      void gate.admit(request, visitor.stream).then((admission) => {
        if (!admission.admitted) {
          refused.add(client);
          if (!client.closed) client.conn.write(connackRefusal(admission.code, admission.reason));
          client.close();
          return;
        }
        // Who resumes a session has it for this connection at least (MQTT 5.0, 3.1.2.11.2), which aedes takes for a
        // question of the Session Expiry Interval alone.
        if (visitor.connect?.clean === false) Object.assign(client, { clean: false });
        connections.set(client, admission.connection);
        clients.set(admission.connection, client);
        void turns.take(client, request.clientId).then(() => done(null, true));
      });
    },

    authorizePublish(client, packet, done) {
      const connection = client && connections.get(client);
      if (!connection) return done(new Error('not authorized'));
      // A last will comes here when it is due. Its delay is no property of the message (MQTT 5.0, 3.3.2.3).
      if (packet.properties && 'willDelayInterval' in packet.properties) {
        const { willDelayInterval: _, ...properties } = packet.properties;
        packet.properties = properties;
      }
      const answer = (refusal: string | undefined) =>
        refusal === undefined ? done() : done(new RefusedPublish(refusal));
      const refusal = gate.refusePublish(connection, messageOf(packet));
      if (refusal instanceof Promise) void refusal.then(answer);
      else answer(refusal);
    },

    authorizeSubscribe(client, subscription, done) {
      const connection = connections.get(client);
      if (!connection) return done(null, null);
      const answer = (allowed: boolean) => {
        if (allowed) connection.filters.add(subscription.topic);
        // It may be a session's that was allowed more in its former connection.
        else void store.removeSubscriptions(client, [subscription.topic]);
        done(null, allowed ? subscription : null);
      };
      const verdict = gate.maySubscribe(connection, subscription.topic);
      if (verdict instanceof Promise) void verdict.then(answer);
      else answer(verdict);
    },

    authorizeForward(client, packet) {
      const connection = connections.get(client);
      // Nothing may go out before the CONNACK; QoS 1 waits in the queue that is sent right after it.
      if (!connection || !welcomed.has(client)) return null;
      // aedes does not honour it (MQTT 5.0, 3.1.2.11.4: discard what is too large for the receiver).
      if (client.maximumPacketSize !== undefined && packetBytes(packet) > client.maximumPacketSize) {
        gate.droppedForSize();
        return null;
      }
      if (!gate.mayForward(connection, messageOf(packet))) return null;
      windows.get(client)?.forwarded();
      return packet;
    },
  });

  const store = replaceStore(aedes, {
    maxMessages: limits.maxQueuedMessages,
    maxBytes: limits.maxQueuedBytes,
    now: () => Date.now(),
    isWaiting: (client) => !welcomed.has(client) && (client as Client).closed === false,
    resume(client, packets) {
      const { closed, _cleanStart } = client as Client & { _cleanStart?: boolean };
      if (closed || _cleanStart || !welcomed.has(client)) return false;
      windows.get(client)?.resume(packets as readonly DeliveredPacket[]);
      return true;
    },
    dropped: gate.droppedFromQueue,
    filtersOf: (client) => connections.get(client as Client)?.filters,
  });

  aedes.addListener('error', (error: Error) => gate.failed(error));
  const broken = (client: Client, error: Error) => {
    if (!(error instanceof RefusedPublish)) refuse(client, refusalIn(error));
  };
  aedes.on('clientError', broken);
  aedes.on('connectionError', broken);
  aedes.on('client', (client) => {
    // aedes drops whatever is numbered below the last delivery as a duplicate, yet a retained or queued message
    // may be overtaken by a later one. Nobody here has overlapping filters, so nothing needs that check.
    const { duplicates } = client as unknown as { duplicates: object };
    Object.defineProperty(duplicates, aedes.id, { get: () => 0, set: () => {} });
    turns.done(client);
    const connection = connections.get(client);
    if (!connection) return;
    gate.opened(connection);
    // aedes tells of the end of some connections only.
    if (client.conn.destroyed) gate.closed(connection);
    else client.conn.once('close', () => gate.closed(connection));
  });
  aedes.on('connackSent', (packet, client) => {
    if (packet.reasonCode === 0) welcomed.add(client);
  });
  aedes.on('unsubscribe', (filters, client) => {
    for (const filter of filters) connections.get(client)?.filters.delete(filter);
  });
  aedes.on('publish', (packet, client) => {
    const connection = client && connections.get(client);
    if (connection) gate.published(connection, messageOf(packet));
  });

  return {
    accept(stream) {
      const client = aedes.handle(stream);
      visitors.set(client, { stream });
      const window = startWire(client, stream, {
        refused: (fault) => refuse(client, fault),
        shared(filter) {
          const connection = connections.get(client);
          if (connection) gate.refusedSubscription(connection, filter, 'shared');
        },
        overLimit: (bytes) => {
          const connection = connections.get(client);
          return connection && gate.overLimit(connection, bytes);
        },
        failed: gate.failed,
        window: {
          maxMessages: limits.maxQueuedMessages,
          maxBytes: limits.maxQueuedBytes,
          now: () => Date.now(),
          forget: (packet) => void store.outgoingClearMessageId(client, packet),
          dropped: gate.droppedFromQueue,
        },
      });
      windows.set(client, window);
    },
    publish: (message) => publishWithin(aedes, message),
    dropSubscriptions(connection, filters) {
      const client = clients.get(connection);
      if (!client) return;
      for (const filter of filters) connection.filters.delete(filter);
      void store.removeSubscriptions(client, filters);
      // It calls back what its typings call optional.
      client.unsubscribe({ cmd: 'unsubscribe', unsubscriptions: [...filters] }, () => {});
    },
    disconnect(connection, reasonCode, reason) {
      clients.get(connection)?.disconnect({ reasonCode, properties: { reasonString: reason } });
    },
    close: () => new Promise((resolve) => aedes.close(resolve)),
  };
}

/** Resolves when the message is out, or after PUBLISHED_WITHIN_MS. */
const publishWithin = (aedes: Aedes, message: BrokerMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, PUBLISHED_WITHIN_MS);
    aedes.publish({ cmd: 'publish', dup: false, ...message } as AedesPublishPacket, (error) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve();
    });
  });

/** The gate has counted it, and the connection goes on. */
class RefusedPublish extends Error {}

const messageOf = (packet: {
  topic: string;
  payload: string | Buffer;
  qos?: 0 | 1 | 2;
  retain?: boolean;
  properties?: object;
}): BrokerMessage => ({
  topic: packet.topic,
  payload: typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload,
  qos: packet.qos ?? 0,
  retain: packet.retain ?? false,
  properties: packet.properties,
});
