/** Which pages may open a WebSocket here: browsers let every page try, whatever the rules for other requests. */
import type { Addresses } from './addresses.ts';

const EXTENSION = /^(chrome|moz|safari-web)-extension:/;

/**
 * Pages of others may not even try. Programs send no Origin, or that of the host that they connect to; browser
 * extensions send one of a scheme of their own.
 * The token is what counts; this only keeps a stolen one from being used by any page. `origin`: the header.
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
