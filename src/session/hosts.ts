/** Which host this page is on, and where the sign-in and configuration hosts are. */

type Place = { protocol: string; hostname: string; port: string };

/** SIGN-03: the tenant is the first label of the host name. Without labels (plain `localhost`) it is the name itself. */
export function tenantOfHost(hostname: string): string {
  return isBare(hostname) ? hostname : (hostname.split('.')[0] ?? hostname);
}

/** A single label or an IP address: no tenant stands before it. */
const isBare = (hostname: string) =>
  !hostname.includes('.') || /^[\d.]+$/.test(hostname) || hostname.startsWith('[');

function siblingOrigin(place: Place, label: string): string {
  const rest = isBare(place.hostname) ? place.hostname : place.hostname.split('.').slice(1).join('.');
  return `${place.protocol}//${label}.${rest}${place.port ? `:${place.port}` : ''}`;
}

/** What the server wrote into the page; undefined when it left it empty. */
function metaContent(document: Document, name: string): string | undefined {
  const content = document.querySelector(`meta[name="${name}"]`)?.getAttribute('content')?.trim();
  return content ? content.replace(/\/$/, '') : undefined;
}

export const configUrl = (place: Place, document: Document): string =>
  metaContent(document, 'lectern-config-url') ?? siblingOrigin(place, 'config');

export const loginUrl = (place: Place, document: Document): string =>
  metaContent(document, 'lectern-login-url') ?? siblingOrigin(place, 'login');

export const isLoginHost = (place: Place & { origin: string }, document: Document): boolean =>
  new URL(loginUrl(place, document), place.origin).origin === place.origin;
