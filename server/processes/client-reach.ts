/** Finds the process of a client's site, and brings the client there where that process cannot be given the socket. */
import type { IncomingMessage } from 'node:http';
import type { ClientAddress } from '../http/client-address.ts';
import type { Brought, RelayDial } from './relay-dial.ts';
import type { ProcessName, SiteName } from './site-leases.ts';
import { type Asked, type SiteRoutes, untilServed } from './site-routes.ts';

export type ClientReachDeps = {
  self: ProcessName;
  routes: SiteRoutes;
  dial: RelayDial;
  /** True for this process and those that were started beside it. */
  isNear(process: ProcessName): boolean;
  clientAddress: ClientAddress;
  pause(ms: number): Promise<unknown>;
};

export type ClientReach = {
  /**
   * The process of the site, where it is on this machine and in this family: it can have the client's socket. Undefined:
   * it is elsewhere, or no process has been found that serves the site.
   */
  near(site: SiteName): Promise<ProcessName | undefined>;
  /** A client of no site is brought to this process: it is told why it cannot be served. */
  bring(request: IncomingMessage, site: SiteName | undefined): Promise<Brought | undefined>;
};

/** Asks a process whether it serves a site; it opens the site where nobody does. */
export const SEAT = '/seat';

type Place = { name: 'near'; process: ProcessName } | { name: 'far' };

export function createClientReach(deps: ClientReachDeps): ClientReach {
  const { self, routes, dial } = deps;
  /** All clients of a site come back at once when its process has ended: those who come while one is looked for wait with it. */
  const searches = new Map<SiteName, Promise<Place | undefined>>();
  const callOf = (request: IncomingMessage) => ({
    path: request.url ?? '',
    address: deps.clientAddress(request),
  });

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

  const askWhere = (site: SiteName): Promise<Place | undefined> =>
    routes.reach(site, async (process): Promise<Asked<Place>> => {
      if (!deps.isNear(process)) return { name: 'answered', answer: { name: 'far' } };
      const asked = await dial.ask({ path: SEAT, process, site, address: '' }, '');
      return asked.name === 'answered' ? { name: 'answered', answer: { name: 'near', process } } : asked;
    });

  return {
    async near(site) {
      let search = searches.get(site);
      if (!search) {
        search = untilServed(() => askWhere(site), deps.pause).finally(() => searches.delete(site));
        searches.set(site, search);
      }
      const place = await search;
      return place?.name === 'near' ? place.process : undefined;
    },
    bring,
  };
}
