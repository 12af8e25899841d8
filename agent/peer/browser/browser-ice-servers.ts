import { domainOfHost } from '#domain/host-name.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { JsonRequest } from '#protocol/json-request.ts';
import { usableIceServers } from '#protocol/peer/ice-servers.ts';
import { stunCredentialsSchema } from '#protocol/rest/stun-credentials.ts';
import type { PlatformCall } from '../../core/connection/platform-call.ts';

/** The credentials last twelve hours, but this computer's clock may be wrong, so they are renewed sooner. */
const CACHE_TTL_MS = 3_600_000;

/** Requests the site's ICE servers with their credentials. Never rejects. */
export function createBrowserIceServers(deps: {
  call: PlatformCall;
  /** Builds the request for the credentials with the current token. */
  request: () => Promise<JsonRequest>;
  /** A host name of the platform, from which the provider's domain follows. */
  hostname: string;
  now: () => number;
}): () => Promise<RTCIceServer[]> {
  let known: { servers: RTCIceServer[]; until: EpochMs } | undefined;
  return async () => {
    if (known && known.until > deps.now()) return known.servers;
    try {
      const credentials = await deps.call(await deps.request(), stunCredentialsSchema);
      const servers = usableIceServers(credentials, domainOfHost(deps.hostname));
      known = { servers, until: deps.now() + CACHE_TTL_MS };
      return servers;
    } catch {
      // Within the school's own network peers connect without ICE servers.
      return [];
    }
  };
}
