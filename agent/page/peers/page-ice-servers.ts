import { domainOfHost } from '#domain/host-name.ts';
import type { JsonRequest } from '#protocol/json-request.ts';
import { usableIceServers } from '#protocol/peer/ice-servers.ts';
import { stunCredentialsSchema } from '#protocol/rest/stun-credentials.ts';
import type { PlatformCall } from '../../core/connection/platform-call.ts';

/** The credentials last twelve hours, which the clock of this computer cannot measure where it is wrong. */
const KEPT_MS = 3_600_000;

/** The ICE servers of the site, with its credentials. Never rejects. */
export function createPageIceServers(deps: {
  call: PlatformCall;
  /** For the credentials, with the token of now. */
  request: () => JsonRequest;
  /** The page's own. */
  hostname: string;
  now: () => number;
}): () => Promise<RTCIceServer[]> {
  let known: { servers: RTCIceServer[]; until: number } | undefined;
  return async () => {
    if (known && known.until > deps.now()) return known.servers;
    try {
      const credentials = await deps.call(deps.request(), stunCredentialsSchema);
      const servers = usableIceServers(credentials, domainOfHost(deps.hostname));
      known = { servers, until: deps.now() + KEPT_MS };
      return servers;
    } catch {
      // Within the school's own network peers find each other without.
      return [];
    }
  };
}
