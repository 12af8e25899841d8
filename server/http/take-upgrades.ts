/** WebSockets are told apart by their path, because several services share the port. */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { readSitePath } from './site-path.ts';
import { refuseUpgrade } from './web-sockets.ts';

type TakesUpgrades = {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
};

type UpgradesDeps = {
  /** By path, such as `/mqtt`. Each has an address for each site too; any other path is answered 404. */
  services: Readonly<Record<string, TakesUpgrades>>;
  /** The seconds that the address has to wait, where it has opened too many. */
  waitSeconds(request: IncomingMessage): number | undefined;
};

/** Until the server closes. */
export function takeUpgrades(server: Server, { services, waitSeconds }: UpgradesDeps): void {
  const byPath = new Map(Object.entries(services));
  server.on('upgrade', (request, socket, head) => {
    // Node has taken its own listener away: without one, a peer that resets the connection would end the process.
    socket.on('error', () => socket.destroy());
    const service = byPath.get(readSitePath(request.url ?? '')?.service ?? '');
    const seconds = waitSeconds(request);
    if (seconds !== undefined) refuseUpgrade(socket, '429 Too Many Requests', seconds);
    else if (service === undefined) refuseUpgrade(socket, '404 Not Found');
    else service.handleUpgrade(request, socket, head);
  });
}
