/** The tutor's side of peer connections, with the WebRTC of Node: files both ways, and screens. */
import { systemClock as clock } from '#protocol/clock.ts';
import { createPeerClient } from '#protocol/peer/peer-client.ts';
import { peerSocketUrl } from '#protocol/peer/peer-signalling.ts';
import { fromDataChannel } from '#protocol/transfer/data-channel.ts';
import { sha256 } from '#protocol/transfer/digest.ts';
import { receiveFiles } from '#protocol/transfer/receive-files.ts';
import { sendFiles } from '#protocol/transfer/send-files.ts';
import { createPeerServices } from '../../../agent/node/peer-services.ts';
import { createPeerSockets } from '../../../agent/node/peer-socket.ts';
import type { SimplePeerInstance } from '../../../agent/peer/simple-peer.ts';
import { loadWebRtc } from '../../../agent/simulated/peers/class-webrtc.ts';
import type { AgentPlace } from './agent-adapter.ts';

const CHANNEL = { negotiated: true, id: 100 } as const;
const MAX_BYTES = 1e9;
const SIZE = { width: 320, height: 180 };
const FRAME_INTERVAL_MS = 100;

export type TutorPeer = Awaited<ReturnType<typeof openTutorPeer>>;

export async function openTutorPeer({ platform: { port } }: AgentPlace, tenant: string, accessToken: string) {
  const stopping = new AbortController();
  const webRtc = await loadWebRtc();
  const services = createPeerServices({
    origin: `http://127.0.0.1:${port}`,
    tenant,
    accessToken: () => accessToken,
    signal: stopping.signal,
  });
  const client = createPeerClient({
    ticket: services.ticket,
    url: ({ ticket, peerId }) => peerSocketUrl(`ws://127.0.0.1:${port}/peerjs`, { tenant, ticket, peerId }),
    open: createPeerSockets(),
    after: clock.after,
    random: Math.random,
  });
  const calls = new Map<string, SimplePeerInstance>();
  const streams = new Map<string, MediaStream[]>();
  const timers = new Set<NodeJS.Timeout>();
  let onCall: (reference: string, peer: SimplePeerInstance) => void = () => {};

  client.onSignal(({ peerId }, payload) => {
    const { connection, reference, signal } = payload;
    let peer = calls.get(connection);
    if (peer === undefined) {
      const options = { initiator: false, config: { iceServers: [] }, streams: streams.get(reference) ?? [] };
      peer = webRtc.newPeer(options as never);
      calls.set(connection, peer);
      peer.on('error', () => {});
      peer.on('signal', (answer) => client.send(peerId, { ...payload, signal: { ...answer } }));
      onCall(reference, peer);
    }
    peer.signal(signal);
  });

  const channelOf = (peer: SimplePeerInstance) => {
    const channel = peer._pc?.createDataChannel('files', CHANNEL);
    if (!channel) throw new Error('The call has no channel');
    return fromDataChannel(channel);
  };
  const engine = { digest: sha256, clock, events: {} };
  const hashOf = async (bytes: Uint8Array<ArrayBuffer>) => Buffer.from(await sha256(bytes)).toString('hex');

  return {
    /** The peer id to name in actions. */
    address: await client.address(),
    hashOf,
    /** Sends this file to the next device that calls. */
    offerFile(file: { id: string; name: string; size: number }, content: Uint8Array<ArrayBuffer>): void {
      onCall = (_, peer) => {
        const read = async (at: number, length: number) => content.slice(at, at + length);
        sendFiles(channelOf(peer), [{ ...file, version: '1', read }], engine);
      };
    },
    /** Takes a file from the next device that calls. The returned function reads its hash. */
    takeFile(): () => Promise<string> {
      const parts: Uint8Array[] = [];
      onCall = (reference, peer) => {
        const none = async () => {};
        const write = async (index: number, chunk: Uint8Array) => {
          parts[index] = chunk.slice();
        };
        const open = async () => ({ kept: [], write, finish: none, discard: none, pause: none });
        receiveFiles(channelOf(peer), [{ id: reference, maxBytes: MAX_BYTES }], { ...engine, open });
      };
      return () => hashOf(new Uint8Array(Buffer.concat(parts)));
    },
    /** Watches the screen of the next device that calls. */
    watchScreen(): { frames(): number; hangUp(): void } {
      let frames = 0;
      let stop = () => {};
      onCall = (_, peer) => {
        peer.on('stream', (stream) => {
          const [track] = stream.getVideoTracks();
          const stopSink = track ? webRtc.videoSink(track, () => frames++) : () => {};
          stop = () => {
            stopSink();
            peer.destroy();
          };
        });
      };
      return { frames: () => frames, hangUp: () => stop() };
    },
    /** Shows a grey picture to all devices that call for this session. Returns the stop function. */
    showPicture(sessionId: string): () => void {
      const video = webRtc.videoSource();
      const data = new Uint8ClampedArray(SIZE.width * SIZE.height * 4).fill(200);
      const timer = setInterval(() => webRtc.show({ ...SIZE, data }, [video]), FRAME_INTERVAL_MS);
      timers.add(timer);
      streams.set(sessionId, [video.stream]);
      onCall = () => {};
      return () => {
        clearInterval(timer);
        streams.delete(sessionId);
        video.stop();
      };
    },
    close() {
      for (const timer of timers) clearInterval(timer);
      for (const peer of calls.values()) peer.destroy();
      client.close();
      stopping.abort();
    },
  };
}
