/** The one importer of simple-peer: a call that came in, answered. The library is loaded with the first of them. */
import type SimplePeer from 'simple-peer/simplepeer.min.js';
import { FILE_CHANNEL } from '#protocol/peer/peer-payload.ts';

/** How a connection ended: `left`, where the other side closed it. */
export type PeerEnding = 'left' | 'broken';

export type PeerEvents = {
  /** For the other side. */
  signal(signal: { type?: string }): void;
  open(): void;
  stream(stream: MediaStream): void;
  /** Nothing comes through at the moment, or again. */
  trouble(isThere: boolean): void;
  /** Once, last; not after `end`. */
  closed(how: PeerEnding): void;
};

export type Peer = {
  /** From the other side; nonsense ends the connection. */
  signal(signal: object): void;
  /** The negotiated channel for files; made before the first `signal`, once. */
  fileChannel(): RTCDataChannel;
  senders(): readonly RTCRtpSender[];
  stats(): Promise<RTCStatsReport>;
  end(): void;
};

export type NewPeer = (
  options: { iceServers: RTCIceServer[]; sends: MediaStream | undefined },
  on: PeerEvents,
) => Peer;

export async function loadPeers(): Promise<NewPeer> {
  const { default: Library } = await import('simple-peer/simplepeer.min.js');
  return (options, on) => answerWith(Library, options, on);
}

const NO_STATS = () => new Map() as unknown as RTCStatsReport;

function answerWith(Library: typeof SimplePeer, ...[options, on]: Parameters<NewPeer>): Peer {
  const peer = new Library({
    config: { iceServers: options.iceServers },
    streams: options.sends ? [options.sends] : [],
  });
  let failure: Error | undefined;
  let isOver = false;
  peer.on('signal', on.signal);
  peer.on('connect', on.open);
  peer.on('stream', on.stream);
  peer.on('iceStateChange', (state) => on.trouble(state === 'disconnected'));
  peer.on('error', (error) => {
    failure = error;
  });
  peer.on('close', () => {
    if (!isOver) on.closed(failure && !isHangUp(failure) ? 'broken' : 'left');
  });
  // Nothing is said on the library's own channel: what comes there must not pile up.
  peer.resume();

  return {
    signal(signal) {
      try {
        peer.signal(signal);
      } catch (error) {
        peer.destroy(error as Error);
      }
    },
    fileChannel() {
      const { label, id } = FILE_CHANNEL;
      const channel = peer._pc?.createDataChannel(label, { negotiated: true, id });
      if (!channel) throw new Error('the connection is closed');
      return channel;
    },
    senders: () => peer._pc?.getSenders().filter(({ track }) => track !== null) ?? [],
    stats: async () => (await peer._pc?.getStats()) ?? NO_STATS(),
    end() {
      isOver = true;
      peer.destroy();
    },
  };
}

/** What browsers make of the other side's `close()`. */
const isHangUp = (error: Error) => error.message.includes('User-Initiated Abort');
