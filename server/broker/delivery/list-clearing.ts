/**
 * Takes away the retained lists of a device that has left for good. A guest has a new client id at each join: the lists of
 * the old one would stay for as long as the broker runs.
 */
import { selfOf } from '#protocol/auth/access-token.ts';
import { clientGroups, clientOrders, clientPolicies } from '#protocol/topics.ts';
import type { Connection } from '../door/connection.ts';
import { createGraces } from '../graces.ts';

export type ListClearingDeps = {
  /** Publishes the empty retained message. */
  clear(topic: string): void;
  /** How long a device keeps its lists after its last connection. */
  graceMs: number;
};

export type ListClearing = {
  /** Runs `deliver`, which publishes the lists of a connection that is not open yet. No earlier grace takes them away. */
  whileDelivered(connection: Connection, deliver: () => Promise<void>): Promise<void>;
  opened(connection: Connection): void;
  closed(connection: Connection): void;
  stop(): void;
};

/** Does nothing for tutors and runners, who have no lists. */
export function createListClearing({ clear, graceMs }: ListClearingDeps): ListClearing {
  /** By device: the MQTT client identifiers of its open connections, and a symbol for each delivery that goes on. */
  const holders = new Map<string, Set<string | symbol>>();
  /** By device. */
  const graces = createGraces(graceMs);

  function hold({ claims }: Connection, holder: string | symbol): void {
    if (claims.kind !== 'device') return;
    const device = deviceOf(claims);
    graces.end(device);
    const held = holders.get(device) ?? new Set<string | symbol>();
    holders.set(device, held.add(holder));
  }

  function letGo({ claims }: Connection, holder: string | symbol): void {
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
        // The grace begins here for a connection that is not opened after all.
        letGo(connection, delivery);
      }
    },
    opened: (connection) => hold(connection, connection.clientId),
    closed: (connection) => letGo(connection, connection.clientId),
    stop: graces.stop,
  };
}

const deviceOf = (claims: Connection['claims']) => `${claims.tenant}/${claims.site}/${selfOf(claims)}`;
