/** Parses a console's host name, `{tenant}.{domain}`. A bare name is tenant and domain at once. */

/** A single label or an IP address has no tenant in front of it. */
const isBare = (hostname: string) =>
  !hostname.includes('.') || /^[\d.]+$/.test(hostname) || hostname.startsWith('[');

/** The first label, or the name itself if it is bare. */
export const tenantOfHost = (hostname: string): string =>
  isBare(hostname) ? hostname : (hostname.split('.')[0] ?? hostname);

/** The provider's domain, which all its hosts share: the part after the tenant. */
export const domainOfHost = (hostname: string): string =>
  isBare(hostname) ? hostname : hostname.split('.').slice(1).join('.');
