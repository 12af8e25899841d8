/** Which tenant's page this is, and where its configuration document is. */

type Place = { protocol: string; hostname: string; port: string };

/** A single label or an IP address: no tenant stands before it. */
const isBare = (hostname: string) =>
  !hostname.includes('.') || /^[\d.]+$/.test(hostname) || hostname.startsWith('[');

/** The tenant is the first label of the host name; a bare name is the tenant itself. */
export const tenantOf = ({ hostname }: Pick<Place, 'hostname'>): string =>
  isBare(hostname) ? hostname : (hostname.split('.')[0] ?? hostname);

/** `written`: what the server wrote into the page's meta tag, where it wrote something. */
export function configOrigin(place: Place, written: string | null | undefined): string {
  const origin = written?.trim().replace(/\/$/, '');
  if (origin) return origin;
  const domain = isBare(place.hostname) ? place.hostname : place.hostname.split('.').slice(1).join('.');
  return `${place.protocol}//config.${domain}${place.port ? `:${place.port}` : ''}`;
}
