/**
 * Clears the retained lists of a device that has left for good. A guest gets a new client id at each join, so
 * the old lists would otherwise stay as long as the broker runs.
 */
import { selfOf } from '#protocol/auth/access-token.ts';
import { clientGroups, clientOrders, clientPolicies } from '#protocol/topics.ts';
import type { Connection } from '../door/connection.ts';
import { createGraces } from '../graces.ts';

export type ListClearingDeps = {
  /** Publishes an empty retained message. */
  clear(topic: string): void;
  /** How long a device keeps its lists after its last connection has closed. */
  graceMs: number;
};

export type ListClearing = {
  /** Runs `deliver`, which publishes a connection's lists, and ends an earlier grace period first. */
  whileDelivered(connection: Connection, deliver: () => Promise<void>): Promise<void>;
  opened(connection: Connection): void;
  closed(connection: Connection): void;
  stop(): void;
};

/** Does nothing for tutors and runners, which have no lists. */
export function createListClearing({ clear, graceMs }: ListClearingDeps): ListClearing {
  /** MQTT client ids of each device's open connections, and a symbol for each running delivery. */
  const holders = new Map<string, Set<string | symbol>>();
  /** Keyed by device. */
  const graces = createGraces(graceMs);

  function hold({ claims }: Connection, holder: string | symbol): void {
    if (claims.kind !== 'device') return;
    const device = deviceOf(claims);
    graces.end(device);
    const held = holders.get(device) ?? new Set<string | symbol>();
    holders.set(device, held.add(holder));
  }

  function release({ claims }: Connection, holder: string | symbol): void {
    const device = deviceOf(claims);
    const held = holders.get(device);
    if (!held?.delete(holder) || held.size > 0) return;
    holders.delete(device);
    const clientId = selfOf(claims);
    graces.begin(device, () => {
      for (const topicOf of [clientGroups, clientPolicies, clientOrders]) clear(topicOf(claims, clientId));
    });
  }

  return {
    async whileDelivered(connection, deliver) {
      const delivery = Symbol('delivery');
      hold(connection, delivery);
      try {
        await deliver();
      } finally {
        // If the connection never opens, its grace period begins here.
        release(connection, delivery);
      }
    },
    opened: (connection) => hold(connection, connection.clientId),
    closed: (connection) => release(connection, connection.clientId),
    stop: graces.stop,
  };
}

const deviceOf = (claims: Connection['claims']) => `${claims.tenant}/${claims.site}/${selfOf(claims)}`;
