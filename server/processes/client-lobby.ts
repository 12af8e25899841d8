/**
 * Takes MQTT clients before it is known where they belong: it answers the upgrade, as the token comes after that, reads
 * the CONNECT, and gives back the socket with every byte that was read from it.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerUpgrade, createMessageReader } from '../http/web-sockets.ts';
import { createConnectReader } from './read-connect.ts';

export type Arrived = {
  /** The access token of the CONNECT; undefined where there is none that can be read. */
  token: string | undefined;
  /** As they came from the network. */
  bytes: Buffer;
};

export type ClientLobby = {
  /** Undefined: the client has gone, or has said nothing for too long. The socket is paused. */
  receive(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<Arrived | undefined>;
};

type LobbyLimits = { connectTimeoutMs: number; maxBytes: number };

export function createClientLobby({ connectTimeoutMs, maxBytes }: LobbyLimits): ClientLobby {
  return {
    receive: (request, socket, head) =>
      new Promise((resolve) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        const patience = setTimeout(() => socket.destroy(), connectTimeoutMs);
        const finish = (arrived: Arrived | undefined) => {
          clearTimeout(patience);
          socket.off('data', take);
          socket.off('close', gone);
          socket.pause();
          resolve(arrived);
        };
        const gone = () => finish(undefined);
        const readConnect = createConnectReader();
        let token: string | undefined;
        let isRead = false;
        const reader = createMessageReader(maxBytes, {
          message(data) {
            const first = readConnect(data);
            if (isRead || first.name === 'more') return;
            isRead = true;
            token = first.token;
          },
          // Whoever gets the socket finds it too, and says so.
          failed() {
            isRead = true;
          },
        });
        const take = (chunk: Buffer) => {
          chunks.push(chunk);
          bytes += chunk.length;
          reader(chunk);
          if (isRead || bytes > maxBytes) finish({ token, bytes: Buffer.concat(chunks) });
        };
        socket.once('close', gone);
        answerUpgrade(request, socket, 'mqtt');
        if (head.length > 0) take(head);
        if (!isRead) socket.on('data', take);
      }),
  };
}
