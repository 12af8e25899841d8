/** The WebSocket to the peer server as peer-client.ts needs it, and the number of open ones. */
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
      // A socket may be closing before its close event has fired.
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close() {
      open.delete(socket);
      socket.close();
    },
  };
};
