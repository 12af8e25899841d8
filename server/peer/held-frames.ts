/** Holds frames for peers that are not connected or not reachable yet, in order for each pair. */
import type { EpochMs } from '#protocol/clock.ts';
import type { PeerFrame } from '#protocol/peer/peer-signalling.ts';

/** A frame from one peer to another. */
export type RelayedFrame = Extract<PeerFrame, { src: string }>;
/** `subject`: the sender's tutor or device, which may have several peers. */
type Held = { frame: RelayedFrame; bytes: number; subject: string };
type Waiting = { since: EpochMs; frames: Held[] };

export type HeldFrames = {
  /** False: the limit of this sender, of its subject or of all is reached. */
  hold(held: Held): boolean;
  /** The senders of the frames that wait for a peer. */
  sendersTo(to: string): string[];
  take(from: string, to: string): RelayedFrame[];
  /** Drops the frames of a sender that has disconnected. */
  dropFrom(from: string): void;
  /** Removes the pairs whose first frame has waited for `holdMs`. */
  takeExpired(now: EpochMs): { from: string; to: string }[];
  count(): number;
};

export type HoldLimits = {
  holdMs: number;
  maxHeldOfSender: number;
  maxHeldBytes: number;
  maxHeldBytesOfSubject: number;
};

export function createHeldFrames(limits: HoldLimits, clock: () => EpochMs): HeldFrames {
  /** The frames by sender, then by receiver. */
  const waiting = new Map<string, Map<string, Waiting>>();
  let bytesHeld = 0;
  const bytesOf = new Map<string, number>();
  function countBytes(subject: string, bytes: number): void {
    bytesHeld += bytes;
    const left = (bytesOf.get(subject) ?? 0) + bytes;
    if (left > 0) bytesOf.set(subject, left);
    else bytesOf.delete(subject);
  }

  const framesOf = (from: string) => {
    let count = 0;
    for (const { frames } of waiting.get(from)?.values() ?? []) count += frames.length;
    return count;
  };

  function take(from: string, to: string): RelayedFrame[] {
    const pairs = waiting.get(from);
    const { frames } = pairs?.get(to) ?? { frames: [] };
    pairs?.delete(to);
    if (pairs?.size === 0) waiting.delete(from);
    for (const { subject, bytes } of frames) countBytes(subject, -bytes);
    return frames.map(({ frame }) => frame);
  }

  return {
    take,
    hold(held) {
      const { subject, bytes } = held;
      const { src, dst } = held.frame;
      if (framesOf(src) >= limits.maxHeldOfSender || bytesHeld + bytes > limits.maxHeldBytes) return false;
      if ((bytesOf.get(subject) ?? 0) + bytes > limits.maxHeldBytesOfSubject) return false;
      const pairs = waiting.get(src) ?? new Map<string, Waiting>();
      waiting.set(src, pairs);
      const pair = pairs.get(dst) ?? { since: clock(), frames: [] };
      pairs.set(dst, pair);
      pair.frames.push(held);
      countBytes(subject, bytes);
      return true;
    },
    sendersTo: (to) => [...waiting].filter(([, pairs]) => pairs.has(to)).map(([from]) => from),
    dropFrom(from) {
      for (const to of [...(waiting.get(from)?.keys() ?? [])]) take(from, to);
    },
    takeExpired(now) {
      const expired: { from: string; to: string }[] = [];
      for (const [from, pairs] of waiting) {
        for (const [to, { since }] of pairs) if (now - since >= limits.holdMs) expired.push({ from, to });
      }
      for (const { from, to } of expired) take(from, to);
      return expired;
    },
    count: () => [...waiting.keys()].reduce((sum, from) => sum + framesOf(from), 0),
  };
}
