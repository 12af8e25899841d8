/** The only importer of simple-peer: answers incoming calls. The library is loaded with the first call. */
import type SimplePeer from 'simple-peer/simplepeer.min.js';
import { FILE_CHANNEL } from '#protocol/peer/peer-payload.ts';

/** How a connection ended; `left` if the other side closed it. */
export type PeerEnding = 'left' | 'broken';

export type PeerEvents = {
  /** Signal data for the other side. */
  signal(signal: { type?: string }): void;
  open(): void;
  stream(stream: MediaStream): void;
  /** True when packets stop arriving, false when they arrive again. */
  trouble(isThere: boolean): void;
  /** Called once and last; not after `end`. */
  closed(how: PeerEnding): void;
};

export type Peer = {
  /** Signal data from the other side; invalid data ends the connection. */
  signal(signal: object): void;
  /** The negotiated channel for files; created once, before the first `signal`. */
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
  // The library's own channel is unused; without `resume`, incoming data would pile up.
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

/** The error that browsers raise when the other side calls `close()`. */
const isHangUp = (error: Error) => error.message.includes('User-Initiated Abort');
