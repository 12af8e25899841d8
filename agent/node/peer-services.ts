/** What a device in Node asks the platform for before it calls a tutor: a ticket, and ICE servers. */
import * as v from 'valibot';
import { domainOfHost } from '#domain/host-name.ts';
import { AppError } from '#protocol/app-error.ts';
import { type IceServer, usableIceServers } from '#protocol/peer/ice-servers.ts';
import { type PeerTicket, peerTicketSchema } from '#protocol/peer/peer-signalling.ts';
import { stunCredentialsSchema } from '#protocol/rest/stun-credentials.ts';

const TIMEOUT_MS = 10_000;

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

  const ask = async (path: string, body?: object): Promise<unknown> => {
    const bearer = options.accessToken();
    if (bearer === undefined) throw new AppError('unauthorized', 'The device is not enrolled');
    const response = await fetch(`${origin}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        'tenant-key': tenant,
        authorization: `Bearer ${bearer}`,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([options.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (response.ok) return response.json();
    await response.body?.cancel();
    const code = { 401: 'unauthorized', 403: 'forbidden' } as const;
    throw new AppError(
      code[response.status as keyof typeof code] ?? 'server',
      `${path} answered ${response.status}`,
    );
  };

  return {
    ticket: async (peerId) =>
      v.parse(peerTicketSchema, await ask('/auth/peer-tickets', peerId === undefined ? {} : { peerId })),
    async iceServers() {
      try {
        const credentials = v.parse(stunCredentialsSchema, await ask('/v1/stun/creds'));
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
