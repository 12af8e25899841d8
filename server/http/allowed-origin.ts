/** Checks which pages may open a WebSocket, because browsers let every page try. */
import type { Addresses } from './addresses.ts';

const EXTENSION = /^(chrome|moz|safari-web)-extension:/;

/**
 * Rejects pages of other sites. Programs send no Origin, or the origin of the host that they connect to.
 * Browser extensions send an origin with their own scheme. Access depends on the token; this check only
 * prevents that any page can use a stolen one. `origin`: the header.
 */
export function isAllowedOrigin(
  origin: string | undefined,
  addresses: Pick<Addresses, 'isPageOrigin' | 'isNearOrigin' | 'isBrokerOrigin'>,
): boolean {
  return (
    origin === undefined ||
    EXTENSION.test(origin) ||
    addresses.isPageOrigin(origin) ||
    addresses.isBrokerOrigin(origin) ||
    addresses.isNearOrigin(origin)
  );
}
