/** The peer connections of the process. */
import type SimplePeerClass from 'simple-peer';
import type { SimplePeerInstance } from '../../../peer/simple-peer.ts';
import { closeGently } from './gentle-close.ts';
import type { Command, Report } from './messages.ts';

type NewPeer = Extract<Command, { type: 'new-peer' }>;

export function createProcessPeers(deps: {
  SimplePeer: typeof SimplePeerClass;
  wrtc: object;
  report: (report: Report) => void;
  /** Returns undefined if the id is unknown. */
  stream: (source: number) => MediaStream | undefined;
  onStream: (peer: number, stream: MediaStream) => void;
  /** Called once for every peer, when its connection and its channels have been closed. */
  onClosed: (peer: number) => void;
}) {
  const { SimplePeer, wrtc, report } = deps;
  const peers = new Map<number, SimplePeerInstance>();

  const make = ({ id, initiator, config, streams }: NewPeer) => {
    const sent = streams.map(deps.stream).filter((stream) => stream !== undefined);
    const peer = new SimplePeer({ initiator, config, streams: sent, wrtc }) as SimplePeerInstance;
    if (peer._pc) closeGently(peer._pc, () => deps.onClosed(id));
    peers.set(id, peer);
    let error: { message: string; code: string | undefined } | undefined;
    peer.on('signal', (signal) => report({ type: 'signal', id, signal }));
    peer.on('connect', () => report({ type: 'connect', id }));
    peer.on('stream', (stream) => {
      deps.onStream(id, stream);
      const tracks = stream.getTracks().map((track) => ({ id: track.id, kind: track.kind }));
      report({ type: 'stream', id, stream: stream.id, tracks });
    });
    peer.on('error', ({ message, code }) => {
      error = { message, code };
    });
    // A peer that the agent destroyed is no longer in the map.
    peer.on('close', () => {
      if (peers.delete(id)) report({ type: 'closed', id, error });
    });
  };

  return {
    make(command: NewPeer): void {
      try {
        make(command);
      } catch (error) {
        report({ type: 'closed', id: command.id, error: { message: String(error), code: undefined } });
      }
    },
    connection: (id: number): RTCPeerConnection | null | undefined => peers.get(id)?._pc,
    signal({ id, signal }: Extract<Command, { type: 'signal' }>): void {
      const peer = peers.get(id);
      try {
        peer?.signal(signal);
      } catch (error) {
        peer?.destroy(error instanceof Error ? error : new Error(String(error)));
      }
    },
    addTransceiver({ id, kind, init }: Extract<Command, { type: 'add-transceiver' }>): void {
      peers.get(id)?.addTransceiver(kind, init);
    },
    destroy(id: number): void {
      const peer = peers.get(id);
      peers.delete(id);
      peer?.destroy();
    },
    destroyAll(): void {
      for (const peer of peers.values()) peer.destroy();
    },
  };
}
