/** Finds the address of the tenant's configuration document. */
import { domainOfHost } from '#domain/host-name.ts';

type Place = { protocol: string; hostname: string; port: string };

/** `written` is the page's meta tag, if the server has filled it in. */
export function configOrigin(place: Place, written: string | null | undefined): string {
  const origin = written?.trim().replace(/\/$/, '');
  if (origin) return origin;
  const domain = domainOfHost(place.hostname);
  return `${place.protocol}//config.${domain}${place.port ? `:${place.port}` : ''}`;
}
