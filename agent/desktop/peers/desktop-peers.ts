/** The peer connections of the machine. WebRTC starts at the first call, in a process of its own. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '#protocol/clock.ts';
import { createPeerClient } from '#protocol/peer/peer-client.ts';
import { peerSocketUrl } from '#protocol/peer/peer-signalling.ts';
import type { PeerWorld } from '../../core/peer-world.ts';
import type { PeerServices } from '../../node/peer-services.ts';
import { createPeerSockets } from '../../node/peer-socket.ts';
import { SOURCE_COMMAND } from '../../node/webrtc/source-command.ts';
import { createWebRtcProcess, type WebRtc } from '../../node/webrtc/webrtc.ts';
import { createPeerWorld } from '../../peer/create-peer-world.ts';
import type { DeviceFiles } from '../../peer/device-files.ts';
import type { Platform } from '../platform/platform.ts';
import { createScreenVideos } from './screen-videos.ts';

export type DesktopPeers = { world: PeerWorld; stop(): void };

export function createDesktopPeers(deps: {
  platform: Platform;
  services: PeerServices;
  tenant: string;
  /** The site's address of the peer server. */
  peerServer: string;
  files: DeviceFiles;
  isPrivate: () => boolean;
  clock: Clock;
  random: () => number;
  log(line: string): void;
}): DesktopPeers {
  const { platform, services, tenant, peerServer, files, isPrivate, clock } = deps;
  let loaded: WebRtc | undefined;
  const webRtc = createWebRtcProcess({
    command: SOURCE_COMMAND,
    onDeath: (how) => deps.log(`The WebRTC process has ended (${how}); the next call starts another.`),
  });
  const client = createPeerClient({
    ticket: services.ticket,
    url: ({ ticket, peerId }) => peerSocketUrl(peerServer, { tenant, peerId, ticket }),
    open: createPeerSockets(),
    after: clock.after,
    random: deps.random,
  });
  const world = createPeerWorld({
    client,
    clock,
    newId: randomUUID,
    files,
    screens: createScreenVideos({ platform, clock, isPrivate, webRtc: () => loaded }),
    // The agent has no window for a tutor's screen, and names “broadcast” as unsupported.
    show: () => ({ stop() {}, refused: Promise.resolve() }),
    async iceServers() {
      const [servers, ready] = await Promise.all([services.iceServers(), webRtc.load()]);
      loaded = ready;
      return servers;
    },
    newPeer(made) {
      if (loaded === undefined) throw new Error('WebRTC is not loaded');
      return loaded.newPeer(made);
    },
  });
  return { world, stop: webRtc.close };
}
