/** Counts the refusals of the gate and writes them to the security log. */
import { countReason } from '#base/count-reason.ts';
import type { SecurityLog } from '#base/security-log.ts';
import type { BrokerCounters } from '../broker-counters.ts';
import type { Connection } from '../door/connection.ts';

export type RefusalsDeps = { counters: BrokerCounters; security: SecurityLog };

export type Refusals = {
  /** `clientId`: undefined before the CONNECT. */
  connect(reason: string, from: { clientId?: string; address: string }): void;
  packet(connection: Connection | undefined, reason: string, address: string): void;
  publish(connection: Connection, topic: string, reason: string): void;
  subscribe(connection: Connection, filter: string, reason: string): void;
};

export function createRefusals({ counters, security }: RefusalsDeps): Refusals {
  return {
    connect(reason, { clientId, address }) {
      countReason(counters.refused.connects, reason);
      security.note({
        what: eventOf(reason),
        reason: `connect-${reason}`,
        ...(clientId !== undefined && { who: clientId }),
        address,
      });
    },
    packet(connection, reason, address) {
      countReason(counters.refused.packets, reason);
      const what = OVER_LIMIT.has(reason) ? 'limit-reached' : 'packet-refused';
      security.note({ what, reason, ...(connection && whoIs(connection)), address });
    },
    publish(connection, topic, reason) {
      countReason(counters.refused.publishes, reason);
      security.note({
        what: 'topic-refused',
        reason: `publish-${reason}`,
        about: topic,
        ...whoIs(connection),
      });
    },
    subscribe(connection, filter, reason) {
      countReason(counters.refused.subscribes, reason);
      security.note({
        what: 'topic-refused',
        reason: `subscribe-${reason}`,
        ...whoIs(connection),
        about: filter,
      });
    },
  };
}

/** Refusals because of the amount sent, and not because of its content. */
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

const whoIs = ({ claims: { tenant, site, kind, sub }, address }: Connection) => ({
  tenant,
  site,
  kind,
  who: sub,
  address,
});
