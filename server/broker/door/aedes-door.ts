/**
 * The only file that imports aedes. This folder and `wire/` correct where aedes 2.0.0-beta.1 deviates from
 * MQTT 5 or from this broker's needs, so that aedes can be replaced. Permissions are the gate's task.
 */
import { Aedes, type AedesPublishPacket, type Client } from 'aedes';
import type { DeliveredPacket } from '../wire/delivery-window.ts';
import { replaceStore, type SessionStore } from '../wire/session-store.ts';
import { startWire } from '../wire/start-wire.ts';
import {
  type AedesRulesDeps,
  createConnectRules,
  createTopicRules,
  messageOf,
  RefusedPublish,
} from './aedes-rules.ts';
import { refusalIn } from './broken-connection.ts';
import type { Connection } from './connection.ts';
import type { BrokerMessage, Gate } from './door-gate.ts';
import type { DoorLimits } from './door-limits.ts';
import { createTakeoverQueue, type TakeoverQueue } from './takeover-queue.ts';
import { createVisits, type Visits } from './visits.ts';
import type { WebSocketStream } from './websocket-entrance.ts';

export type Door = {
  accept(stream: WebSocketStream): void;
  publish(message: BrokerMessage): Promise<void>;
  dropSubscriptions(connection: Connection, filters: readonly string[]): void;
  /** `reason`: Reason String of the DISCONNECT, for readers of the client's log. */
  disconnect(connection: Connection, reasonCode: number, reason: string): void;
  close(): Promise<void>;
};

/**
 * aedes waits for every receiver of a publish, forever if a connection broke at that moment. Publishers must
 * not, because connections are admitted only after the publishes they need.
 */
const TIMEOUT_MS = 2_000;

export async function createAedesDoor(gate: Gate, limits: DoorLimits): Promise<Door> {
  const visits = createVisits(gate);
  const takeovers = createTakeoverQueue();
  const rules: AedesRulesDeps = {
    gate,
    visits,
    takeovers,
    limits,
    forgetFilter: (client, filter) => void store.removeSubscriptions(client, [filter]),
  };
  const aedes = await Aedes.createBroker({
    concurrency: 0,
    queueLimit: 256,
    maximumPacketSize: limits.maxPacketBytes,
    keepaliveLimit: limits.maxKeepAliveS,
    sessionExpiryIntervalLimit: limits.maxSessionExpiryS,
    pendingSessionsLimit: limits.maxPendingSessions,
    connectTimeout: limits.connectTimeoutMs,
    // Our streams never report backpressure, so only a broken one keeps a writer waiting.
    drainTimeout: TIMEOUT_MS,
    ...createConnectRules(rules),
    ...createTopicRules(rules),
  });
  const store = storeOf(aedes, { gate, visits, limits });
  listen(aedes, { gate, visits, takeovers });

  return {
    accept(stream) {
      const client = aedes.handle(stream);
      const visit = visits.begin(client, stream);
      visit.window = startWire(client, stream, {
        refused: (fault) => visits.refuse(client, fault),
        shared: (filter) => visit.connection && gate.refusedSubscription(visit.connection, filter, 'shared'),
        overLimit: (bytes) => visit.connection && gate.overLimit(visit.connection, bytes),
        failed: gate.failed,
        window: {
          maxMessages: limits.maxQueuedMessages,
          maxBytes: limits.maxQueuedBytes,
          now: () => Date.now(),
          forget: (packet) => void store.outgoingClearMessageId(client, packet),
          dropped: gate.droppedFromQueue,
        },
      });
    },
    publish: (message) => publishWithin(aedes, message),
    dropSubscriptions(connection, filters) {
      const client = visits.clientOf(connection);
      if (!client) return;
      for (const filter of filters) connection.filters.delete(filter);
      void store.removeSubscriptions(client, filters);
      // aedes calls this callback, although its typings declare it optional.
      client.unsubscribe({ cmd: 'unsubscribe', unsubscriptions: [...filters] }, () => {});
    },
    disconnect(connection, reasonCode, reason) {
      visits.clientOf(connection)?.disconnect({ reasonCode, properties: { reasonString: reason } });
    },
    close: () => new Promise((resolve) => aedes.close(resolve)),
  };
}

/** The store of the sessions' queues and filters. */
function storeOf(
  aedes: Aedes,
  { gate, visits, limits }: { gate: Gate; visits: Visits; limits: DoorLimits },
): SessionStore {
  const isWelcomed = (client: object) => visits.of(client)?.isWelcomed === true;
  return replaceStore(aedes, {
    maxMessages: limits.maxQueuedMessages,
    maxBytes: limits.maxQueuedBytes,
    now: () => Date.now(),
    isWaiting: (client) => !isWelcomed(client) && (client as Client).closed === false,
    resume(client, packets) {
      const { closed, _cleanStart } = client as Client & { _cleanStart?: boolean };
      if (closed || _cleanStart || !isWelcomed(client)) return false;
      visits.of(client)?.window?.resume(packets as readonly DeliveredPacket[]);
      return true;
    },
    dropped: gate.droppedFromQueue,
    filtersOf: (client) => visits.connectionOf(client)?.filters,
  });
}

/** Forwards the events of aedes to the gate. */
function listen(
  aedes: Aedes,
  { gate, visits, takeovers }: { gate: Gate; visits: Visits; takeovers: TakeoverQueue },
): void {
  const broken = (client: Client, error: Error) => {
    if (!(error instanceof RefusedPublish)) visits.refuse(client, refusalIn(error));
  };
  aedes.addListener('error', (error: Error) => gate.failed(error));
  aedes.on('clientError', broken);
  aedes.on('connectionError', broken);
  aedes.on('client', (client) => {
    // aedes drops every delivery numbered below the last one as a duplicate, but a later message may overtake
    // a retained or queued one. No client here has overlapping filters, so the check is disabled.
    const { duplicates } = client as unknown as { duplicates: object };
    Object.defineProperty(duplicates, aedes.id, { get: () => 0, set: () => {} });
    takeovers.done(client);
    const connection = visits.connectionOf(client);
    if (!connection) return;
    gate.opened(connection);
    // aedes reports the end of only some connections.
    const closed = () => gate.closed(connection, sentDisconnect(client));
    if (client.conn.destroyed) closed();
    else client.conn.once('close', closed);
  });
  aedes.on('connackSent', (packet, client) => {
    const visit = visits.of(client);
    if (packet.reasonCode === 0 && visit) visit.isWelcomed = true;
  });
  aedes.on('unsubscribe', (filters, client) => {
    for (const filter of filters) visits.connectionOf(client)?.filters.delete(filter);
  });
  aedes.on('publish', (packet, client) => {
    const connection = visits.connectionOf(client);
    if (connection) gate.published(connection, messageOf(packet));
  });
}

/** True for a publish after the broker was closed. */
export const isClosedDoor = (error: unknown): boolean =>
  error instanceof Error && error.message === 'mqemitter is closed';

/** aedes stores this flag to decide whether a last will is due. */
const sentDisconnect = (client: Client): boolean =>
  (client as unknown as { _disconnected?: boolean })._disconnected === true;

/** Resolves when the message is out, or after TIMEOUT_MS. */
const publishWithin = (aedes: Aedes, message: BrokerMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, TIMEOUT_MS);
    aedes.publish({ cmd: 'publish', dup: false, ...message } as AedesPublishPacket, (error) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve();
    });
  });
