/** One accepted peer call, from its offer until either side closes it. */
import { createListeners } from '#protocol/observable.ts';
import { PEER_OPEN_MS } from '#protocol/peer/peer-payload.ts';
import type { NewPeer, Peer } from './peer-door.ts';
import type { AwaitEvents, AwaitedCall, PeerVisitor, VisitEnd } from './peer-visitor.ts';

/** Returns the parts that every call needs. Rejects with PeerFailure. */
export type PreparePeer = () => Promise<{ iceServers: RTCIceServer[]; newPeer: NewPeer }>;

export type AdmittedCallDeps = {
  /** The peer id for replies to the device. */
  peerId: string;
  clientId: string;
  connection: string;
  awaited: AwaitedCall;
  on: AwaitEvents;
  prepare: PreparePeer;
  send(signal: { type?: string }): void;
  after(ms: number, call: () => void): () => void;
  over(how: VisitEnd): void;
};

export type AdmittedCall = {
  readonly peerId: string;
  readonly clientId: string;
  readonly awaited: AwaitedCall;
  isOpen(): boolean;
  signal(signal: object): void;
  end(how: VisitEnd): void;
};

/** A picture that stands still for longer counts as broken. File calls have timeouts of their own. */
const GRACE_MS = 5_000;

export function createAdmittedCall(deps: AdmittedCallDeps): AdmittedCall {
  const { peerId, clientId, connection, awaited, on } = deps;
  const streams = createListeners<[stream: MediaStream]>();
  /** Signals that arrived before the peer was created. */
  const early: object[] = [];
  let peer: Peer | undefined;
  let stream: MediaStream | undefined;
  let channel: RTCDataChannel | undefined;
  let isOpen = false;
  let isOver = false;
  let stopTimer = deps.after(PEER_OPEN_MS, () => end('unreachable'));
  let tellClosed: (how: VisitEnd) => void = () => {};
  const closed = new Promise<VisitEnd>((resolve) => {
    tellClosed = resolve;
  });

  function end(how: VisitEnd): void {
    if (isOver) return;
    isOver = true;
    stopTimer();
    peer?.end();
    streams.clear();
    deps.over(how);
    tellClosed(how);
    if (!isOpen && how !== 'ended') on.failed?.(clientId);
  }

  function onStream(call: (stream: MediaStream) => void): () => void {
    if (stream === undefined) return streams.subscribe(call);
    call(stream);
    return () => {};
  }

  const visitor = (): PeerVisitor => ({
    sender: { kind: 'device', id: clientId },
    connection,
    stream: () => stream,
    onStream,
    channel,
    senders: () => peer?.senders() ?? [],
    closed,
    close: () => end('ended'),
    stats: async () => (await peer?.stats()) ?? (new Map() as unknown as RTCStatsReport),
  });

  async function begin(): Promise<void> {
    const { iceServers, newPeer } = await deps.prepare();
    if (isOver) return;
    peer = newPeer(
      { iceServers, sends: awaited.sends },
      {
        signal: deps.send,
        open() {
          if (isOver) return;
          isOpen = true;
          stopTimer();
          on.visitor(visitor());
        },
        stream(received) {
          stream = received;
          streams.tell(received);
          streams.clear();
        },
        trouble(isThere) {
          if (!isOpen || isOver || awaited.purpose === 'files') return;
          stopTimer();
          if (isThere) stopTimer = deps.after(GRACE_MS, () => end('broken'));
        },
        closed: end,
      },
    );
    if (awaited.purpose === 'files') {
      channel = peer.fileChannel();
      if (on.channel?.(channel, { clientId, connection })) channel = undefined;
    }
    for (const signal of early.splice(0)) peer.signal(signal);
  }

  begin().catch((error: unknown) => {
    console.warn('peer call', error);
    end('unreachable');
  });

  return {
    peerId,
    clientId,
    awaited,
    isOpen: () => isOpen,
    signal(signal) {
      if (isOver) return;
      if (peer) peer.signal(signal);
      else early.push(signal);
    },
    end,
  };
}
