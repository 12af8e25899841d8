/** Decides what each connection may do: token, topic rules, sizes. Counts what it refuses and logs it. */
import type { AccessTokenClaims } from '#protocol/access-token.ts';
import type { Log } from '../http/log.ts';
import { createAccess } from './access.ts';
import { identify } from './admission.ts';
import { type BrokerCounters, countReason } from './broker-counters.ts';
import type { BrokerPermissions } from './broker-permissions.ts';
import type { Connection } from './connection.ts';
import type { Admission, BrokerMessage, Gate } from './door-gate.ts';
import { payloadLimit } from './payload-limit.ts';
import { REASON } from './reason-code.ts';
import { refuseRoomStatus } from './room-status.ts';
import { isTopicName, isTopicText } from './topic-name.ts';

export type GateDeps = {
  verify(token: string): Promise<AccessTokenClaims | undefined>;
  permissions: BrokerPermissions;
  counters: BrokerCounters;
  /** Epoch milliseconds. */
  now(): number;
  log: Log;
  /** QoS 0 is not forwarded to a receiver with more bytes waiting. */
  slowBacklogBytes: number;
  /** Counts the changes of the directory. */
  directoryVersion(): number;
  /** The last step before the CONNACK. */
  admitted(connection: Connection): Promise<void>;
};

/** A client that is refused again and again is counted, not written down each time. */
const LOGGED_REFUSALS = 20;
/** A console has some for every group that is open, a device for every group that it is in. */
const MAX_FILTERS = 1_000;

type Decisions =
  | 'admit'
  | 'refusedOtherwise'
  | 'refusedPacket'
  | 'refusePublish'
  | 'maySubscribe'
  | 'refusedSubscription'
  | 'mayForward';

export function createGate(deps: GateDeps): Pick<Gate, Decisions> {
  const { counters, log, now, permissions } = deps;
  const logged = new WeakMap<Connection, number>();

  function logRefusal(connection: Connection, message: string, fields: Record<string, unknown>): void {
    const before = logged.get(connection) ?? 0;
    logged.set(connection, before + 1);
    if (before < LOGGED_REFUSALS) log.warn(message, { client: connection.clientId, ...fields });
  }

  const refuseConnect = (code: 0x85 | 0x86 | 0x87 | 0x88, reason: string, clientId: string): Admission => {
    countReason(counters.refused.connects, reason);
    log.warn('broker refused a connection', { client: clientId.slice(0, 256), reason, code });
    return { admitted: false, code, reason };
  };

  function reasonAgainst(
    connection: Connection,
    message: BrokerMessage,
  ): Promise<string | undefined> | string | undefined {
    if (!isTopicName(message.topic)) return 'topic-name';
    // Streams are QoS 0 and requests QoS 1; the store of half-done QoS 2 exchanges has no bound.
    if (message.qos === 2) return 'qos-2';
    // A kept action would be done again by every device that comes.
    if (message.retain && message.topic.split('/')[2] !== 'presence') return 'retain';
    if (message.payload.length > payloadLimit(message.topic)) return 'too-large';
    const verdict = connection.access.mayPublish(message.topic);
    const decide = (allowed: boolean) => (allowed ? refuseRoomStatus(message, connection) : 'not-authorized');
    if (!(verdict instanceof Promise)) return decide(verdict);
    return verdict.then(decide, (error: unknown) => {
      log.error('broker could not ask for a permission', { error });
      return 'unavailable';
    });
  }

  function refusedSubscription(connection: Connection, filter: string, reason: string): void {
    countReason(counters.refused.subscribes, reason);
    logRefusal(connection, 'broker refused a subscription', { filter: shorten(filter), reason });
  }

  return {
    async admit(request, stream) {
      try {
        const identified = await identify(request, deps.verify, now);
        if (!identified.ok) return refuseConnect(identified.code, identified.reason, request.clientId);
        const { claims } = identified;
        const directoryVersion = deps.directoryVersion();
        const access = await createAccess(claims, permissions, now);
        if (!access) return refuseConnect(REASON.notAuthorized, 'not-allowed', request.clientId);
        const connection: Connection = {
          clientId: request.clientId,
          claims,
          access,
          traffic: stream.traffic,
          since: now(),
          filters: new Set(),
          directoryVersion,
          backlogBytes: () => stream.backlogBytes,
        };
        if (request.will && (await reasonAgainst(connection, request.will)) !== undefined)
          return refuseConnect(REASON.notAuthorized, 'last-will', request.clientId);
        await deps.admitted(connection);
        return { admitted: true, connection };
      } catch (error) {
        log.error('broker could not check a connection', { error });
        return refuseConnect(REASON.serverUnavailable, 'unavailable', request.clientId);
      }
    },

    refusedOtherwise: (reason) => countReason(counters.refused.connects, reason),

    refusedPacket(connection, reason) {
      countReason(counters.refused.packets, reason);
      if (connection) logRefusal(connection, 'broker refused a packet', { reason });
    },

    refusePublish(connection, message) {
      const note = (reason: string | undefined) => {
        if (reason === undefined) return undefined;
        countReason(counters.refused.publishes, reason);
        logRefusal(connection, 'broker refused a publish', { topic: shorten(message.topic), reason });
        return reason;
      };
      const reason = reasonAgainst(connection, message);
      return reason instanceof Promise ? reason.then(note) : note(reason);
    },

    maySubscribe(connection, filter) {
      const note = (allowed: boolean, reason = 'not-authorized') => {
        if (!allowed) refusedSubscription(connection, filter, reason);
        return allowed;
      };
      if (!isTopicText(filter)) return note(false, 'topic-name');
      if (connection.filters.size >= MAX_FILTERS && !connection.filters.has(filter))
        return note(false, 'too-many');
      const verdict = connection.access.maySubscribe(filter);
      if (!(verdict instanceof Promise)) return note(verdict);
      return verdict.then(
        (allowed) => note(allowed),
        (error: unknown) => {
          log.error('broker could not ask for a permission', { error });
          return note(false, 'unavailable');
        },
      );
    },

    refusedSubscription,

    mayForward(connection, message) {
      // Said to the platform, which says it again on `messages` with who it was.
      if (isRoomMessageOfMember(message.topic)) return false;
      if (!connection.access.mayReceive(message.topic)) return false;
      if (message.qos === 0 && connection.backlogBytes() > deps.slowBacklogBytes) {
        counters.droppedForSlow += 1;
        return false;
      }
      connection.traffic.messagesOut += 1;
      counters.messagesOut += 1;
      return true;
    },
  };
}

const isRoomMessageOfMember = (topic: string) =>
  topic.endsWith('/send-message') && topic.split('/', 3)[2] === 'live-rooms';

/** As much of a topic as a log needs. */
const shorten = (topic: string) => topic.slice(0, 256);
