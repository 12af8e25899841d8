/** The peer connections of one simulated device, created at the first call. */
import { randomUUID } from 'node:crypto';
import type { Semaphore } from '#domain/semaphore.ts';
import type { Clock } from '#protocol/clock.ts';
import { createPeerClient } from '#protocol/peer/peer-client.ts';
import { peerSocketUrl } from '#protocol/peer/peer-signalling.ts';
import type { PeerWorld } from '../../core/peer-world.ts';
import { createPeerServices } from '../../node/peer-services.ts';
import { createPeerSockets } from '../../node/peer-socket.ts';
import type { WebRtc } from '../../node/webrtc/webrtc.ts';
import { createPeerWorld } from '../../peer/create-peer-world.ts';
import type { DeviceFiles } from '../../peer/device-files.ts';
import type { Desktop } from '../desktop/desktop.ts';
import { createBroadcastScreen } from './broadcast-screen.ts';
import { loadWebRtc } from './class-webrtc.ts';
import { createScreenVideos } from './screen-videos.ts';

export type PeerCounts = {
  peers: number;
  /** Sockets to the peer server. */
  sockets: number;
  runs: number;
};

export type SimulatedPeers = {
  world: PeerWorld;
  counts(): PeerCounts;
  broadcastFrames(): number;
  refuseScreens(): void;
};

export function createSimulatedPeers(options: {
  /** For example `http://127.0.0.1:8080`. */
  origin: string;
  tenant: string;
  /** The site's address of the peer server. */
  peerServer: string;
  accessToken: () => string | undefined;
  desktop: Desktop;
  files: DeviceFiles;
  clock: Clock;
  random: () => number;
  signal: AbortSignal;
  semaphore: Semaphore;
}): SimulatedPeers {
  const { tenant, peerServer, desktop, clock, semaphore } = options;
  const services = createPeerServices(options);
  let sockets = 0;
  let loaded: WebRtc | undefined;
  const webRtc = () => loaded;
  const broadcast = createBroadcastScreen({ desktop, webRtc });
  const screens = createScreenVideos({ desktop, clock, webRtc });
  const client = createPeerClient({
    // Limits the requests when a whole class is called at once, to protect the auth service.
    ticket: (peerId) => semaphore(() => services.ticket(peerId)),
    url: ({ ticket, peerId }) => peerSocketUrl(peerServer, { tenant, peerId, ticket }),
    open: createPeerSockets((change) => {
      sockets += change;
    }),
    after: clock.after,
    random: options.random,
  });
  const world = createPeerWorld({
    client,
    clock,
    newId: randomUUID,
    files: options.files,
    show: broadcast.show,
    screens,
    async iceServers() {
      const [servers, ready] = await Promise.all([services.iceServers(), loadWebRtc()]);
      loaded = ready;
      return servers;
    },
    newPeer(made) {
      if (loaded === undefined) throw new Error('WebRTC is not loaded');
      return loaded.newPeer(made);
    },
  });
  return {
    world,
    counts: () => ({ ...world.counts(), sockets }),
    broadcastFrames: broadcast.frames,
    refuseScreens() {
      broadcast.refuse();
      screens.refuse();
    },
  };
}
