/** Requests a ticket and ICE servers from the platform, before a device in Node calls a tutor. */
import { domainOfHost } from '#domain/host-name.ts';
import { AppError } from '#protocol/app-error.ts';
import { globalFetch, type JsonRequest } from '#protocol/json-request.ts';
import { type IceServer, usableIceServers } from '#protocol/peer/ice-servers.ts';
import { type PeerTicket, peerTicketSchema } from '#protocol/peer/peer-signalling.ts';
import { stunCredentialsSchema } from '#protocol/rest/stun-credentials.ts';
import { createPlatformCall } from '../core/connection/platform-call.ts';

const call = createPlatformCall(globalFetch);

export type PeerServices = {
  ticket(peerId?: string): Promise<PeerTicket>;
  /** Returns an empty list if the site has no ICE servers. Within one network peers connect without them. */
  iceServers(): Promise<IceServer[]>;
};

export function createPeerServices(options: {
  /** For example `http://127.0.0.1:8080`, because Node does not resolve `*.localhost`. */
  origin: string;
  tenant: string;
  /** Returns the newest access token; undefined before the first enrolment. */
  accessToken: () => string | undefined;
  /** Aborts requests when the device stops. */
  signal: AbortSignal;
}): PeerServices {
  const { origin, tenant } = options;

  const request = (path: string): JsonRequest => {
    const bearer = options.accessToken();
    if (bearer === undefined) throw new AppError('unauthorized', 'The device is not enrolled');
    return { url: `${origin}${path}`, tenantKey: tenant, bearer, signal: options.signal };
  };

  return {
    ticket: async (peerId) =>
      call(
        { ...request('/auth/peer-tickets'), method: 'POST', body: peerId === undefined ? {} : { peerId } },
        peerTicketSchema,
      ),
    async iceServers() {
      try {
        const credentials = await call(request('/v1/stun/creds'), stunCredentialsSchema);
        return usableIceServers(credentials, domainOf(origin, tenant));
      } catch {
        return [];
      }
    },
  };
}

/** Returns the provider's domain from the tenant's or the bare host. Loopback stands for `localhost`. */
function domainOf(origin: string, tenant: string): string {
  const { hostname } = new URL(origin);
  if (hostname === '127.0.0.1') return 'localhost';
  return hostname.startsWith(`${tenant}.`) ? domainOfHost(hostname) : hostname;
}
