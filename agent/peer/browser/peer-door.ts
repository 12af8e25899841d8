/** The browser's part of peer connections: the library, and the WebSocket to the peer server. */
import SimplePeer from 'simple-peer/simplepeer.min.js';
import type { PeerClientDeps } from '#protocol/peer/peer-client.ts';
import type { NewPeerOptions, SimplePeerInstance } from '../simple-peer.ts';

export const newPeer = (options: NewPeerOptions): SimplePeerInstance => new SimplePeer(options);

export const openPeerSocket: PeerClientDeps['open'] = (url, on) => {
  const socket = new WebSocket(url);
  socket.onmessage = ({ data }) => {
    if (typeof data === 'string') on.message(data);
  };
  socket.onclose = ({ code }) => on.closed(code);
  return {
    send(text) {
      // The socket closes before its `close` event, and nothing can be sent in between.
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => socket.close(),
  };
};
