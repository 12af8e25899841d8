/** Decides what each connection may do: token, topic rules, sizes. Counts and logs its refusals. */

import type { Log } from '#base/log.ts';
import type { SecurityLog } from '#base/security-log.ts';
import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { BrokerCounters } from '../broker-counters.ts';
import type { BrokerPermissions } from '../broker-permissions.ts';
import type { BrokerSessions } from '../broker-sessions.ts';
import type { Connection } from '../door/connection.ts';
import type { Gate } from '../door/door-gate.ts';
import type { GateLimits } from '../limits/broker-limits.ts';
import { createConnectionRates } from '../limits/connection-rates.ts';
import { type AdmitDeps, createAdmit } from './admit.ts';
import { reasonAgainst } from './publish-rules.ts';
import { createRefusals } from './refusals.ts';
import { isTopicText } from './topic-name.ts';

export type GateDeps = {
  verify(token: string): Promise<AccessTokenClaims | undefined>;
  /** Whether the session of a token is live. */
  isLive: BrokerSessions['isLive'];
  permissions: BrokerPermissions;
  counters: BrokerCounters;
  now(): EpochMs;
  log: Log;
  security: SecurityLog;
  limits: GateLimits;
  /** The number of directory changes so far. */
  directoryVersion(): number;
  /** The last step before the CONNACK. */
  admitted(connection: Connection): Promise<void>;
  /** A client with a valid token was not admitted. */
  refusedSubject: AdmitDeps['refusedSubject'];
  notChecked: AdmitDeps['notChecked'];
};

/** A console has some filters per open group; a device has some per group that it is in. */
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
  const { counters, log, now } = deps;
  const rates = createConnectionRates({ limits: deps.limits.rates, now });
  const refusals = createRefusals(deps);

  return {
    admit: createAdmit({
      verify: deps.verify,
      isLive: deps.isLive,
      permissions: deps.permissions,
      connectionsPerSubject: deps.limits.connectionsPerSubject,
      refusals,
      directoryVersion: deps.directoryVersion,
      admitted: deps.admitted,
      refusedSubject: deps.refusedSubject,
      notChecked: deps.notChecked,
      now,
      log,
    }),

    refusedOtherwise: (reason, address) => refusals.connect(reason, { address }),

    refusedPacket: refusals.packet,

    refusePublish(connection, message) {
      const note = (reason: string | undefined) => {
        if (reason !== undefined) refusals.publish(connection, message.topic, reason);
        return reason;
      };
      const reason = reasonAgainst(message, connection, log);
      return reason instanceof Promise ? reason.then(note) : note(reason);
    },

    maySubscribe(connection, filter) {
      const note = (allowed: boolean, reason = 'not-authorized') => {
        if (!allowed) refusals.subscribe(connection, filter, reason);
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

    refusedSubscription: refusals.subscribe,

    overLimit: rates.over,

    mayForward(connection, message) {
      // Room messages go only to the platform, which publishes them on `messages` with their sender.
      if (isRoomMessageOfMember(message.topic)) return false;
      if (!connection.access.mayReceive(message.topic)) return false;
      if (message.qos === 0 && connection.backlogBytes() > backlogLimit(deps.limits, message.topic)) {
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

const backlogLimit = ({ slowBacklogBytes, slowPictureBacklogBytes }: GateLimits, topic: string) =>
  topic.endsWith('/thumbnail') ? Math.min(slowPictureBacklogBytes, slowBacklogBytes) : slowBacklogBytes;
