/** One call from a device to a tutor, from the request for ICE servers to the end. */

import type { Clock } from '#protocol/clock.ts';
import type { PeerClient } from '#protocol/peer/peer-client.ts';
import { HANG_UP, PEER_OPEN_MS, type PeerPurpose } from '#protocol/peer/peer-payload.ts';
import type { PeerCall } from '../core/peer-world.ts';
import { type NewPeerOptions, type SimplePeerInstance, WEBRTC_ENDED } from './simple-peer.ts';

/** `unreachable`: it was never open. `left`: the tutor hung up. `broken`: it broke, or its library did. */
export type CallEnd = 'left' | 'broken' | 'unreachable' | 'failed' | 'ended';

export type PlacedCall = {
  peerId: string;
  /** Never rejects. */
  ended: Promise<CallEnd>;
  hangUp(): void;
  hasPeer(): boolean;
  /** True if the tutor has hung up and wants no other call in its place. */
  isUnwanted(): boolean;
};

export type CallDeps = {
  client: PeerClient;
  /** Called after `iceServers` has resolved. */
  newPeer(options: NewPeerOptions): SimplePeerInstance;
  /** Rejects if no connection can be made at all. */
  iceServers(): Promise<RTCIceServer[]>;
  newId(): string;
  clock: Clock;
};

export type CallPlan = PeerCall & {
  purpose: PeerPurpose;
  /** Returns the stream to send, once there is a connection. Undefined: it no longer exists. */
  sends?: () => MediaStream | undefined;
  /** Called in the same task in which the connection was created, before its offer. */
  onMade?: (peer: SimplePeerInstance) => void;
  onStream?: (stream: MediaStream) => void;
};

/** The signals of a tutor: an answer, candidates, and a request to renegotiate when the tracks change. */
const HEARD = new Set(['answer', 'candidate', 'renegotiate']);
/** Chromium's error message if the other side calls `close()`. */
const CLOSED_BY_OTHER = 'User-Initiated Abort';

export function placeCall(deps: CallDeps, plan: CallPlan): PlacedCall {
  const { client, clock } = deps;
  const { peerId, purpose, reference } = plan;
  const connection = deps.newId();
  const undo: (() => void)[] = [];
  let peer: SimplePeerInstance | undefined;
  let isUnwanted = false;
  let phase: 'preparing' | 'offering' | 'answered' | 'open' | 'over' = 'preparing';
  let resolveEnd: (end: CallEnd) => void = () => {};
  const ended = new Promise<CallEnd>((resolve) => {
    resolveEnd = resolve;
  });
  const isOver = () => phase === 'over';

  const finish = (end: CallEnd) => {
    if (isOver()) return;
    phase = 'over';
    for (const call of undo.splice(0)) call();
    peer?.destroy();
    resolveEnd(end);
  };

  const listen = (to: SimplePeerInstance) => {
    let broke = false;
    let isLost = false;
    to.on('signal', (signal) => client.send(peerId, { connection, purpose, reference, signal }));
    to.on('connect', () => {
      if (!isOver()) phase = 'open';
    });
    to.on('stream', (stream) => {
      if (!isOver()) plan.onStream?.(stream);
    });
    to.on('error', ({ message, code }) => {
      isLost = code === WEBRTC_ENDED;
      broke = !message.includes(CLOSED_BY_OTHER);
    });
    to.on('close', () => {
      if (isLost) finish('broken');
      else finish(phase !== 'open' ? 'unreachable' : broke ? 'broken' : 'left');
    });
    undo.push(
      client.onSignal((from, payload) => {
        const { signal } = payload;
        if (from.peerId !== peerId || from.sender.kind !== 'tutor' || payload.connection !== connection)
          return;
        if (signal.type === HANG_UP) {
          isUnwanted = true;
          finish(phase === 'open' ? 'left' : 'unreachable');
        }
        if (isOver() || !HEARD.has(signal.type ?? '')) return;
        if (phase === 'offering') phase = 'answered';
        try {
          to.signal(signal);
        } catch {
          finish('failed');
        }
      }),
      // The event names no call. An answered call ends by its connection or its own hang-up signal.
      client.onGone((gone) => {
        if (gone === peerId && phase === 'offering') finish('unreachable');
      }),
      clock.after(PEER_OPEN_MS, () => {
        if (phase !== 'open') finish('unreachable');
      }),
    );
  };

  const dial = async () => {
    const [iceServers] = await Promise.all([deps.iceServers(), client.address()]);
    if (isOver()) return;
    const stream = plan.sends?.();
    if (plan.sends && stream === undefined) {
      finish('failed');
      return;
    }
    peer = deps.newPeer({ initiator: true, config: { iceServers }, streams: stream ? [stream] : [] });
    phase = 'offering';
    listen(peer);
    plan.onMade?.(peer);
  };
  dial().catch(() => finish('unreachable'));

  return {
    peerId,
    ended,
    hangUp: () => finish('ended'),
    hasPeer: () => peer !== undefined && !isOver(),
    isUnwanted: () => isUnwanted,
  };
}
