/** The platform's view of a broker's connections. */
import { familyOf } from '#protocol/auth/access-token.ts';
import type { BrokerCounters } from './broker-counters.ts';
import { type ConnectionInfo, connectionInfo } from './door/connection.ts';
import type { ConnectionEnds } from './door/connection-ends.ts';
import type { OpenConnections } from './door/open-connections.ts';

export type ConnectionFacade = {
  connections(): readonly ConnectionInfo[];
  /** Closes the connections of a session that has ended. */
  endSession(tenant: string, family: string): void;
  /** A copy as of now. */
  counters(): BrokerCounters;
};

export function createConnectionFacade(deps: {
  open: Pick<OpenConnections, 'all'>;
  ends: Pick<ConnectionEnds, 'sessionEnded'>;
  counters: BrokerCounters;
}): ConnectionFacade {
  const { open, ends } = deps;
  return {
    connections: () => [...open.all()].map(connectionInfo),
    endSession(tenant, family) {
      for (const connection of [...open.all()]) {
        const { claims } = connection;
        if (claims.tenant === tenant && familyOf(claims.jti) === family) ends.sessionEnded(connection);
      }
    },
    counters() {
      const { connections, refused, ...rest } = structuredClone(deps.counters);
      for (const { claims } of open.all()) connections[claims.kind] += 1;
      return { ...rest, connections, refused };
    },
  };
}
