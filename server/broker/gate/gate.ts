/** Decides what each connection may do: token, topic rules, sizes. Counts what it refuses and logs it. */
import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';
import type { Log } from '../../http/log.ts';
import type { SecurityLog } from '../../security-log.ts';
import { type BrokerCounters, countReason } from '../broker-counters.ts';
import type { BrokerPermissions } from '../broker-permissions.ts';
import type { BrokerSessions } from '../broker-sessions.ts';
import type { Connection } from '../door/connection.ts';
import type { Admission, BrokerMessage, Gate, RefusalCode } from '../door/door-gate.ts';
import type { GateLimits } from '../limits/broker-limits.ts';
import { createConnectionRates } from '../limits/connection-rates.ts';
import { createSubjectSeats } from '../limits/subject-seats.ts';
import { REASON } from '../reason-code.ts';
import { refuseRoomStatus } from '../rooms/room-status.ts';
import { createAccess } from './access.ts';
import { identify } from './admission.ts';
import { payloadLimit } from './payload-limit.ts';
import { isClientIdentifier, isTopicName, isTopicText } from './topic-name.ts';

export type GateDeps = {
  verify(token: string): Promise<AccessTokenClaims | undefined>;
  /** Whether the session of a token goes on. */
  isLive: BrokerSessions['isLive'];
  permissions: BrokerPermissions;
  counters: BrokerCounters;
  /** Epoch milliseconds. */
  now(): number;
  log: Log;
  security: SecurityLog;
  limits: GateLimits;
  /** Counts the changes of the directory. */
  directoryVersion(): number;
  /** The last step before the CONNACK. */
  admitted(connection: Connection): Promise<void>;
};

/** A console has some for every group that is open, a device for every group that it is in. */
const MAX_FILTERS = 1_000;

type Decisions =
  | 'admit'
  | 'refusedOtherwise'
  | 'refusedPacket'
  | 'refusePublish'
  | 'maySubscribe'
  | 'refusedSubscription'
  | 'overLimit'
  | 'mayForward';

export function createGate(deps: GateDeps): Pick<Gate, Decisions> {
  const { counters, log, now, permissions, security } = deps;
  const rates = createConnectionRates({ limits: deps.limits.rates, now });
  const seats = createSubjectSeats(deps.limits.connectionsPerSubject);

  function refuseConnect(
    code: RefusalCode,
    reason: string,
    from: { clientId: string; address: string },
  ): Admission {
    countReason(counters.refused.connects, reason);
    const what = eventOf(reason);
    security.note({ what, reason: `connect-${reason}`, who: from.clientId, address: from.address });
    return { admitted: false, code, reason };
  }

  function reasonAgainst(
    connection: Connection,
    message: BrokerMessage,
  ): Promise<string | undefined> | string | undefined {
    if (!isTopicName(message.topic)) return 'topic-name';
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
    security.note({
      what: 'topic-refused',
      reason: `subscribe-${reason}`,
      ...whoIs(connection),
      about: filter,
    });
  }

  return {
    async admit(request, stream) {
      // An unfit one stands nowhere: it is said before anybody knows who says it.
      const isFit = isClientIdentifier(request.clientId);
      const from = { clientId: isFit ? request.clientId : '', address: stream.address };
      if (!isFit) return refuseConnect(REASON.clientIdentifierNotValid, 'client-identifier', from);
      try {
        const identified = await identify(request, deps.verify, now);
        if (!identified.ok) return refuseConnect(identified.code, identified.reason, from);
        const { claims } = identified;
        if (!(await deps.isLive(claims.tenant, claims.jti)))
          return refuseConnect(REASON.notAuthorized, 'session-ended', from);
        if (request.will?.qos === 2) return refuseConnect(REASON.qosNotSupported, 'last-will', from);
        const leave = seats.take(claims, request.clientId);
        if (!leave) return refuseConnect(REASON.quotaExceeded, 'too-many-connections', from);
        if (stream.destroyed) leave();
        else stream.once('close', leave);
        const directoryVersion = deps.directoryVersion();
        const access = await createAccess(claims, permissions, now);
        if (!access) return refuseConnect(REASON.notAuthorized, 'not-allowed', from);
        const connection: Connection = {
          clientId: request.clientId,
          claims,
          access,
          traffic: stream.traffic,
          address: stream.address,
          since: now(),
          filters: new Set(),
          directoryVersion,
          backlogBytes: () => stream.backlogBytes,
        };
        if (request.will && (await reasonAgainst(connection, request.will)) !== undefined)
          return refuseConnect(REASON.notAuthorized, 'last-will', from);
        await deps.admitted(connection);
        return { admitted: true, connection };
      } catch (error) {
        log.error('broker could not check a connection', { error });
        return refuseConnect(REASON.serverUnavailable, 'unavailable', from);
      }
    },

    refusedOtherwise(reason, address) {
      countReason(counters.refused.connects, reason);
      security.note({ what: eventOf(reason), reason: `connect-${reason}`, address });
    },

    refusedPacket(connection, reason, address) {
      countReason(counters.refused.packets, reason);
      const what = OVER_LIMIT.has(reason) ? 'limit-reached' : 'packet-refused';
      security.note({ what, reason, ...(connection && whoIs(connection)), address });
    },

    refusePublish(connection, message) {
      const note = (reason: string | undefined) => {
        if (reason === undefined) return undefined;
        countReason(counters.refused.publishes, reason);
        security.note({
          what: 'topic-refused',
          reason: `publish-${reason}`,
          about: message.topic,
          ...whoIs(connection),
        });
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

    overLimit: rates.over,

    mayForward(connection, message) {
      // Said to the platform, which says it again on `messages` with who it was.
      if (isRoomMessageOfMember(message.topic)) return false;
      if (!connection.access.mayReceive(message.topic)) return false;
      if (message.qos === 0 && connection.backlogBytes() > deps.limits.slowBacklogBytes) {
        counters.droppedForSlow += 1;
        return false;
      }
      connection.traffic.messagesOut += 1;
      counters.messagesOut += 1;
      return true;
    },
  };
}

/** Refusals that are no fault of what was said, but of how much it was. */
const OVER_LIMIT: ReadonlySet<string> = new Set([
  'too-many-connections',
  'too-many-waiting',
  'message-rate',
  'byte-rate',
  'slow',
]);

function eventOf(reason: string): 'token-refused' | 'limit-reached' | 'access-refused' {
  if (['token', 'token-expired', 'session-ended'].includes(reason)) return 'token-refused';
  return OVER_LIMIT.has(reason) ? 'limit-reached' : 'access-refused';
}

const isRoomMessageOfMember = (topic: string) =>
  topic.endsWith('/send-message') && topic.split('/', 3)[2] === 'live-rooms';

const whoIs = ({ claims: { tenant, site, kind, sub }, address }: Connection) => ({
  tenant,
  site,
  kind,
  who: sub,
  address,
});
