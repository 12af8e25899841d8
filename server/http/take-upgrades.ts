/** WebSockets are told apart by their path, because several services share the port. */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { pathOf } from './error-answers.ts';
import { refuseUpgrade } from './web-sockets.ts';

type TakesUpgrades = {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
};

type UpgradesDeps = {
  /** The services by path; any other path is answered 404. */
  services: Readonly<Record<string, TakesUpgrades>>;
  /** False: the address has opened too many. */
  mayUpgrade(request: IncomingMessage): boolean;
};

/** Until the server closes. */
export function takeUpgrades(server: Server, { services, mayUpgrade }: UpgradesDeps): void {
  const byPath = new Map(Object.entries(services));
  server.on('upgrade', (request, socket, head) => {
    const service = byPath.get(pathOf(request.url ?? ''));
    if (!mayUpgrade(request)) refuseUpgrade(socket, '429 Too Many Requests');
    else if (service === undefined) refuseUpgrade(socket, '404 Not Found');
    else service.handleUpgrade(request, socket, head);
  });
}
