/** Services that have an address for each site: `/mqtt/{site}` beside `/mqtt`, which serves every site. */
import { pathOf } from './error-answers.ts';

export type SitePath = {
  /** For example `/mqtt`. */
  service: string;
  /** Undefined: the address is that of the service itself. */
  site: string | undefined;
};

/** Undefined: no service can have this address. */
export function readSitePath(url: string): SitePath | undefined {
  const [, service = '', site = '', more] = pathOf(url).split('/');
  if (more !== undefined) return undefined;
  try {
    return { service: `/${service}`, site: site === '' ? undefined : decodeURIComponent(site) };
  } catch {
    return undefined;
  }
}

export const siteOfPath = (url: string): string | undefined => readSitePath(url)?.site;
