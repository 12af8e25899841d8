/**
 * Tells the devices of a site that the platform has ended a tutor's connection: they stop showing screens to that tutor, and the
 * tutor's remote control. The tutor's own last will may be missing, or come as late as a minute afterwards.
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
  /** Connections that are ending are open for a moment longer. */
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
      // Another sign-in of the same tutor goes on: then it is this browser alone that has left.
      const source = [...deps.open.all()].some(isOther) ? browserOf(connection) : undefined;
      const payload = Buffer.from(JSON.stringify(source === undefined ? {} : { source }));
      void deps
        .publish({ topic: tutorLastWill(scope, sub), payload, qos: 1, retain: false })
        .catch(deps.failed);
    },
  };
}

/** A console's client identifier ends with the name of its browser, as it calls itself in demands. */
const browserOf = ({ clientId }: Connection): string | undefined => clientId.split(':').at(-1);
