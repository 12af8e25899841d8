/** Signalling and connections for tests: a test injects incoming signals and reads outgoing ones. */
import type { PeerClient, PeerOrigin } from '#protocol/peer/peer-client.ts';
import type { PeerPayload } from '#protocol/peer/peer-payload.ts';
import type { NewPeer, PeerEvents } from '../peer-door.ts';

export function createFakePeerClient() {
  const sent: string[] = [];
  let onSignal: (from: PeerOrigin, payload: PeerPayload) => void = () => {};
  let onGone: (peerId: string) => void = () => {};
  let address: () => Promise<string> = async () => 'tutor-peer';
  const client: PeerClient = {
    address: () => address(),
    send: (dst, { connection, signal }) => void sent.push(`${dst} ${connection} ${signal.type}`),
    leave: (dst) => void sent.push(`${dst} leave`),
    onSignal(call) {
      onSignal = call;
      return () => {};
    },
    onGone(call) {
      onGone = call;
      return () => {};
    },
    close: () => void sent.push('close'),
  };
  return {
    client,
    /** Messages sent since the last `take`. */
    take: () => sent.splice(0),
    signal: (from: PeerOrigin, payload: PeerPayload) => onSignal(from, payload),
    gone: (peerId: string) => onGone(peerId),
    setAddress(next: typeof address) {
      address = next;
    },
  };
}

export type FakePeer = {
  options: Parameters<NewPeer>[0];
  on: PeerEvents;
  signals: object[];
  isEnded: boolean;
  channels: RTCDataChannel[];
};

export function createFakeNewPeer() {
  const peers: FakePeer[] = [];
  const newPeer: NewPeer = (options, on) => {
    const peer: FakePeer = { options, on, signals: [], isEnded: false, channels: [] };
    peers.push(peer);
    return {
      signal: (signal) => void peer.signals.push(signal),
      fileChannel() {
        // The signal count shows whether the channel was created before the answer.
        const channel = { label: 'files', id: peer.signals.length } as unknown as RTCDataChannel;
        peer.channels.push(channel);
        return channel;
      },
      senders: () => [],
      stats: async () => new Map() as unknown as RTCStatsReport,
      end() {
        peer.isEnded = true;
      },
    };
  };
  return { newPeer, peers };
}
