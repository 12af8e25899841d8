/**
 * Publishes a tutor's last will when the platform ends the tutor's connection. Devices then stop screen
 * streams and remote control. The client's own last will may be missing or arrive a minute later.
 */
import { type Scope, tutorLastWill } from '#protocol/topics.ts';
import type { Door } from './door/aedes-door.ts';
import type { Connection } from './door/connection.ts';
import type { OpenConnections } from './door/open-connections.ts';

export type Departures = { ended(connection: Connection): void };

export function createDepartures(deps: {
  publish: Door['publish'];
  open: Pick<OpenConnections, 'all'>;
  failed(error: unknown): void;
}): Departures {
  /** Connections stay open for a moment while they are being ended. */
  const ending = new WeakSet<Connection>();
  return {
    ended(connection) {
      ending.add(connection);
      const { kind, tenant, site, sub } = connection.claims;
      if (kind !== 'tutor' || site === undefined) return;
      const scope: Scope = { tenant, site };
      const isOther = (each: Connection) =>
        !ending.has(each) &&
        each.claims.kind === 'tutor' &&
        each.claims.tenant === tenant &&
        each.claims.site === site &&
        each.claims.sub === sub;
      // If the tutor has another connection, only this browser has left.
      const source = [...deps.open.all()].some(isOther) ? browserOf(connection) : undefined;
      const payload = Buffer.from(JSON.stringify(source === undefined ? {} : { source }));
      void deps
        .publish({ topic: tutorLastWill(scope, sub), payload, qos: 1, retain: false })
        .catch(deps.failed);
    },
  };
}

/** A console's MQTT client id ends with the browser's id, which is the `source` in its demands. */
const browserOf = ({ clientId }: Connection): string | undefined => clientId.split(':').at(-1);
