/** Asks the process of a site for something small, in JSON. */
import { setTimeout } from 'node:timers/promises';
import { AppError } from '#protocol/app-error.ts';
import type { RelayDial } from './relay-dial.ts';
import type { SiteName } from './site-leases.ts';
import { type SiteRoutes, untilServed } from './site-routes.ts';

/** Seconds. A site is served again in a few. */
const RETRY_S = 2;

/** Rejects with an `AppError` of status 503 where no process can serve the site for some seconds. */
export type AskSite = (site: SiteName, path: string, what: unknown) => Promise<unknown>;

export function createAskSite({
  routes,
  dial,
}: {
  routes: SiteRoutes;
  dial: Pick<RelayDial, 'ask'>;
}): AskSite {
  return async (site, path, what) => {
    const body = JSON.stringify(what);
    const look = () => routes.reach(site, (process) => dial.ask({ path, process, site, address: '' }, body));
    const answer = await untilServed(look, setTimeout);
    if (answer !== undefined) return JSON.parse(answer);
    throw new AppError('server', 'The site cannot be served at this moment.', {
      detail: { status: 503, retryAfter: RETRY_S },
    });
  };
}
