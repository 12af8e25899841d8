/** Forwards frames between peers, in the order in which each sender sent them. */

import { countReason } from '#base/count-reason.ts';
import { createKeyedWork } from '#base/keyed-work.ts';
import type { PeerRequest } from '#protocol/peer/peer-signalling.ts';
import type { HeldFrames, RelayedFrame } from './held-frames.ts';
import type { PeerCounters } from './peer-counters.ts';
import type { PeerLink } from './peer-link.ts';
import { type PeerPermissions, refusalBetween } from './peer-reach.ts';
import { subjectKey } from './peer-tickets.ts';

type Relayed = Exclude<PeerRequest, { type: 'HEARTBEAT' }>;

export type RelayDeps = {
  /** The open links by peer id. */
  links: ReadonlyMap<string, PeerLink>;
  held: HeldFrames;
  permissions: PeerPermissions;
  counters: PeerCounters;
  /** Maximum bytes of one peer that wait to be forwarded. */
  maxPendingBytes: number;
  refused(link: PeerLink, reason: string): void;
  failed(error: unknown): void;
};

export type PeerRelay = {
  /** `bytes`: the length of the frame. */
  take(from: PeerLink, request: Relayed, bytes: number): void;
  /** A peer has connected: sends it the frames that wait for it. */
  opened(link: PeerLink): void;
  /** Notifies senders whose frames have waited too long. */
  expire(now: number): void;
  settled(): Promise<void>;
};

/** The frame as it is sent on. The server sets the sender; a LEAVE needs only the peer id. */
function relayedFrame({ peerId: src, holder }: PeerLink, request: Relayed): RelayedFrame {
  if (request.type === 'LEAVE') return { ...request, src };
  return { ...request, src, sender: { kind: holder.kind, id: holder.id } };
}

export function createPeerRelay(deps: RelayDeps): PeerRelay {
  const { links, held, permissions, counters } = deps;
  const work = createKeyedWork(deps.failed);
  const pendingBytes = new WeakMap<PeerLink, number>();

  /** The receiver, if connected and in reach of the sender. A refusal is not disclosed to the sender. */
  async function receiverOf(from: PeerLink, to: string): Promise<PeerLink | undefined> {
    const target = links.get(to);
    if (target === undefined) return undefined;
    const refusal = await refusalBetween(from.holder, target.holder, permissions).catch((error: unknown) => {
      deps.failed(error);
      return 'unavailable';
    });
    const reason = refusal ?? (target.isSlow() ? 'receiver-slow' : undefined);
    if (reason === undefined) return links.get(to);
    deps.refused(from, reason);
    return undefined;
  }

  function deliver(target: PeerLink, frame: RelayedFrame): void {
    target.send(frame);
    counters.relayed += 1;
  }

  function expired(from: string, to: string): void {
    counters.expired += 1;
    links.get(from)?.send({ type: 'EXPIRE', src: to, dst: from });
  }

  async function pass(from: PeerLink, frame: RelayedFrame, bytes: number): Promise<void> {
    const { src, dst } = frame;
    if (links.get(src) !== from) return;
    const target = await receiverOf(from, dst);
    if (target) {
      for (const each of [...held.take(src, dst), frame]) deliver(target, each);
      return;
    }
    if (links.get(src) !== from) return;
    // A peer that is not connected needs neither the LEAVE nor the frames before it.
    if (frame.type === 'LEAVE') {
      held.take(src, dst);
      return;
    }
    if (held.hold({ frame, bytes, subject: subjectKey(from.holder) })) return;
    countReason(counters.refused.frames, 'held-too-many');
    expired(src, dst);
  }

  async function release(from: string, to: string): Promise<void> {
    const sender = links.get(from);
    const target = sender && (await receiverOf(sender, to));
    if (target) for (const frame of held.take(from, to)) deliver(target, frame);
  }

  return {
    take(from, request, bytes) {
      const frame = relayedFrame(from, request);
      const pending = (pendingBytes.get(from) ?? 0) + bytes;
      if (pending > deps.maxPendingBytes) {
        deps.refused(from, 'flood');
        from.end(1008, 'flood');
        return;
      }
      pendingBytes.set(from, pending);
      work.enqueue(from.peerId, async () => {
        pendingBytes.set(from, (pendingBytes.get(from) ?? 0) - bytes);
        await pass(from, frame, bytes);
      });
    },
    opened({ peerId }) {
      for (const from of held.sendersTo(peerId)) work.enqueue(from, () => release(from, peerId));
    },
    expire(now) {
      for (const { from, to } of held.takeExpired(now)) expired(from, to);
    },
    settled: () => work.settled(),
  };
}
