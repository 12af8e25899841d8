/** The WebSocket to the peer server for the peer client. */
import type { PeerClientDeps } from '#protocol/peer/peer-client.ts';
import { WebSocket } from './socket-door.ts';

const CONNECT_TIMEOUT_MS = 8_000;

/** `count` is called with +1 when a socket opens and with −1 when it has closed. */
export function createPeerSockets(count: (change: 1 | -1) => void = () => {}): PeerClientDeps['open'] {
  return (url, on) => {
    const socket = new WebSocket(url, { handshakeTimeout: CONNECT_TIMEOUT_MS });
    count(1);
    socket.on('message', (data, isBinary) => {
      if (!isBinary) on.message(String(data));
    });
    // A `close` event follows.
    socket.on('error', () => {});
    socket.on('close', (code) => {
      count(-1);
      on.closed(code);
    });
    return {
      send(text) {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      close: () => socket.close(),
    };
  };
}
