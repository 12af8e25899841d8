/** What a console's host name says: `{tenant}.{domain}`. A bare name is tenant and domain at once. */

/** A single label or an IP address: no tenant stands before it. */
const isBare = (hostname: string) =>
  !hostname.includes('.') || /^[\d.]+$/.test(hostname) || hostname.startsWith('[');

/** The first label. Without labels (plain `localhost`) it is the name itself. */
export const tenantOfHost = (hostname: string): string =>
  isBare(hostname) ? hostname : (hostname.split('.')[0] ?? hostname);

/** The provider's domain, that all its hosts are in: what stands after the tenant. */
export const domainOfHost = (hostname: string): string =>
  isBare(hostname) ? hostname : hostname.split('.').slice(1).join('.');
