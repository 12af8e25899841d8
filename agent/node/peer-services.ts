/** What a device in Node asks the platform for before it calls a tutor: a ticket, and ICE servers. */
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
  /** None where the site has none for devices: within one network peers find each other without. */
  iceServers(): Promise<IceServer[]>;
};

export function createPeerServices(options: {
  /** For example `http://127.0.0.1:8080`: Node does not resolve `*.localhost`. */
  origin: string;
  tenant: string;
  /** The newest access token; undefined before the first enrolment. */
  accessToken: () => string | undefined;
  /** Aborted when the device stops. */
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

/** The provider's domain: the platform is asked at its tenant's host or at a bare one. Loopback stands for `localhost`. */
function domainOf(origin: string, tenant: string): string {
  const { hostname } = new URL(origin);
  if (hostname === '127.0.0.1') return 'localhost';
  return hostname.startsWith(`${tenant}.`) ? domainOfHost(hostname) : hostname;
}
