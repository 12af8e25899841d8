/** Accepts clients of all sites. After verification, passes each to the services of its site. */
import type { WebSocketStream } from '#broker/door/websocket-entrance.ts';
import { BROKER_LIMITS } from '#broker/limits/broker-limits.ts';
import { siteOfPath } from '#http/site-path.ts';
import { refuseUpgrade } from '#http/web-sockets.ts';
import type { PeerTickets } from '../peer/peer-tickets.ts';
import { readConnectToken } from '../processes/read-connect.ts';
import { type SiteName, siteName } from '../processes/site-leases.ts';
import type { PlatformCore } from './core.ts';
import type { LiveServices } from './live-services.ts';

export type SiteDoorDeps = {
  verify: PlatformCore['tokens']['verify'];
  tickets: Pick<PeerTickets, 'siteOf'>;
  /** `isNamed`: the client's URL names the site. Undefined: the client must reconnect. Never rejects. */
  find(site: SiteName, how: { isNamed: boolean }): Promise<LiveServices | undefined>;
  /** Refuses clients without a site, and clients whose site cannot be found. */
  refusing: LiveServices;
};

/** Retry-After of peers whose site is being handed over. */
const RETRY_S = 2;

export function createSiteDoor({ verify, tickets, find, refusing }: SiteDoorDeps) {
  async function siteOf(token: string | undefined, named: string | undefined): Promise<SiteName | undefined> {
    const claims = token === undefined ? undefined : await verify(token);
    if (claims?.site === undefined || claims.realm === 'admin') return undefined;
    return named === undefined || named === claims.site ? siteName(claims.tenant, claims.site) : undefined;
  }

  return {
    async takeStream(stream: WebSocketStream): Promise<void> {
      try {
        const token = await readConnectToken(stream, {
          timeoutMs: BROKER_LIMITS.connectTimeoutMs,
          maxBytes: BROKER_LIMITS.maxPacketBytes,
        });
        stream.greeted();
        const site = await siteOf(token, stream.site);
        const services = site && (await find(site, { isNamed: stream.site !== undefined }));
        (services || refusing).broker.accept(stream);
      } catch {
        // The client has left, or has sent nothing in time.
        stream.destroy();
      }
    },
    takePeer: (async (request, socket, head) => {
      const url = request.url ?? '';
      const named = siteOfPath(url);
      const of = tickets.siteOf(new URLSearchParams(url.split('?')[1]).get('token') ?? '');
      if (!of || (named !== undefined && named !== of.site)) {
        refusing.peers.handleUpgrade(request, socket, head);
        return;
      }
      const services = await find(siteName(of.tenant, of.site), { isNamed: named !== undefined });
      if (services) services.peers.handleUpgrade(request, socket, head);
      else refuseUpgrade(socket, '503 Service Unavailable', RETRY_S);
    }) satisfies LiveServices['peers']['handleUpgrade'],
  };
}
