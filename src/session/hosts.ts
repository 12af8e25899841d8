/** Addresses of the sign-in and configuration hosts. */
import { domainOfHost } from '#domain/host-name.ts';

type Place = { protocol: string; hostname: string; port: string };

function siblingOrigin(place: Place, label: string): string {
  return `${place.protocol}//${label}.${domainOfHost(place.hostname)}${place.port ? `:${place.port}` : ''}`;
}

/** A meta value that the server wrote into the page; undefined if it is empty. */
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
