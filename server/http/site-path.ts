/** Paths of services with an address per site: `/mqtt/{site}`, besides `/mqtt` for every site. */
import { pathOf } from './error-answers.ts';

export type SitePath = {
  /** For example `/mqtt`. */
  service: string;
  /** Undefined for the address of the service itself. */
  site: string | undefined;
};

/** Undefined if no service can have this address. */
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
