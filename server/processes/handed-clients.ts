/** Lets in the clients whose sockets were handed to this process, or came to it in the first place. */
import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { markAnswered } from '../http/web-sockets.ts';
import type { RelayPort, Taken, TakesClients } from './relay-port.ts';
import type { HandedClient } from './sibling-messages.ts';
import type { SiteName } from './site-leases.ts';

export type HandedClientsDeps = {
  /** Rejects where nobody can say. */
  brokerOf(site: SiteName): Promise<Taken<TakesClients>>;
  keepAddress: RelayPort['keepAddress'];
  failed(error: unknown): void;
};

/** Where the site has gone meanwhile the connection ends, and its client comes again. */
export function createHandedClients({ brokerOf, keepAddress, failed }: HandedClientsDeps) {
  return (client: HandedClient, socket: Socket): void => {
    // Without a listener a peer that resets the connection would end the process.
    socket.on('error', () => socket.destroy());
    brokerOf(client.site)
      .then((taken) => {
        if (taken.name !== 'here' || socket.destroyed) {
          socket.destroy();
          return;
        }
        const request = requestOf(client, socket);
        keepAddress(request, client.address);
        markAnswered(socket);
        taken.service.handleUpgrade(request, socket, Buffer.from(client.bytes, 'base64'));
        // Where it arrived it was held while its site was looked for.
        socket.resume();
      })
      .catch((error: unknown) => {
        failed(error);
        socket.destroy();
      });
  };
}

function requestOf({ request }: HandedClient, socket: Socket): IncomingMessage {
  const made = new IncomingMessage(socket);
  made.method = 'GET';
  made.url = request.url;
  made.headers = { ...request.headers };
  return made;
}
