/** Routes WebSocket upgrades by path, because several services share the port. */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { readSitePath } from './site-path.ts';
import { refuseUpgrade } from './web-sockets.ts';

type TakesUpgrades = {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
};

type UpgradesDeps = {
  /** Services by path, such as `/mqtt`. Each also has one address per site. Other paths receive 404. */
  services: Readonly<Record<string, TakesUpgrades>>;
  /** The seconds that an address must wait if it has opened too many WebSockets. */
  waitSeconds(request: IncomingMessage): number | undefined;
};

/** Active until the server closes. */
export function takeUpgrades(server: Server, { services, waitSeconds }: UpgradesDeps): void {
  const byPath = new Map(Object.entries(services));
  server.on('upgrade', (request, socket, head) => {
    // Node has removed its own listener. Without one, a connection reset would crash the process.
    socket.on('error', () => socket.destroy());
    const service = byPath.get(readSitePath(request.url ?? '')?.service ?? '');
    const seconds = waitSeconds(request);
    if (seconds !== undefined) refuseUpgrade(socket, '429 Too Many Requests', seconds);
    else if (service === undefined) refuseUpgrade(socket, '404 Not Found');
    else service.handleUpgrade(request, socket, head);
  });
}
