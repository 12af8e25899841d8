/** The WebSocket to the peer server, as peer-client.ts wants it, and a count of those that are open. */
import type { PeerClientDeps } from '#protocol/peer/peer-client.ts';

const open = new Set<WebSocket>();

export const socketCount = (): number => open.size;

export const openPeerSocket: PeerClientDeps['open'] = (url, on) => {
  const socket = new WebSocket(url);
  open.add(socket);
  socket.onmessage = ({ data }) => {
    if (typeof data === 'string') on.message(data);
  };
  socket.onclose = ({ code }) => {
    open.delete(socket);
    on.closed(code);
  };
  return {
    send(text) {
      // Between its end and the event that tells of it there is nobody to send to.
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close() {
      open.delete(socket);
      socket.close();
    },
  };
};
