/** Finds the process of a client's site, and brings the client there where it cannot be given its socket. */
import type { IncomingMessage } from 'node:http';
import type { ClientAddress } from '../http/client-address.ts';
import type { Brought, RelayDial } from './relay-dial.ts';
import type { Siblings } from './siblings.ts';
import type { ProcessName, SiteName } from './site-leases.ts';
import type { Asked, SiteRoutes } from './site-routes.ts';

export type ClientReachDeps = {
  self: ProcessName;
  routes: SiteRoutes;
  dial: RelayDial;
  siblings: Pick<Siblings, 'family'> | undefined;
  clientAddress: ClientAddress;
};

/** What has become of a client: brought to its site, refused there, or its site is near: on this machine, in this family. */
export type Found = Brought | { name: 'near'; process: ProcessName };

export type ClientReach = {
  /** The process of the site where it is near, so that it can have the socket; to another one the client is brought. */
  find(request: IncomingMessage, site: SiteName): Promise<Found | undefined>;
  /** A client of no site is brought to this process: it is told why it cannot be served. */
  bring(request: IncomingMessage, site: SiteName | undefined): Promise<Brought | undefined>;
};

/** Asks a process whether it serves a site; it opens the site where nobody does. */
export const SEAT = '/seat';

export function createClientReach(deps: ClientReachDeps): ClientReach {
  const { self, routes, dial, siblings } = deps;
  const callOf = (request: IncomingMessage) => ({
    path: request.url ?? '',
    address: deps.clientAddress(request),
  });
  const isNear = (process: ProcessName) =>
    process === self || (siblings !== undefined && process.startsWith(`${siblings.family}.`));

  async function bring(request: IncomingMessage, site: SiteName | undefined): Promise<Brought | undefined> {
    const reached =
      site !== undefined &&
      (await routes.reach(site, (process) => dial.bring(request, { ...callOf(request), process, site })));
    return reached || bringStray(request);
  }

  async function bringStray(request: IncomingMessage): Promise<Brought | undefined> {
    const asked = await dial.bring(request, { ...callOf(request), process: self, site: undefined });
    return asked.name === 'answered' ? asked.answer : undefined;
  }

  const find = (request: IncomingMessage, site: SiteName): Promise<Found | undefined> =>
    routes.reach(site, async (process): Promise<Asked<Found>> => {
      if (!isNear(process)) return dial.bring(request, { ...callOf(request), process, site });
      const asked = await dial.ask({ path: SEAT, process, site, address: '' }, '');
      return asked.name === 'answered' ? { name: 'answered', answer: { name: 'near', process } } : asked;
    });

  return { find, bring };
}
