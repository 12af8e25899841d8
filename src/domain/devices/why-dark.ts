/** Why no picture of a device is seen: one rule for cards, tiles, the device's own screen and the debug view. Pure. */
import type { DeviceType } from './device-type.ts';

/** What is known. What nobody has found out is left out, and gives no reason. Times are epoch ms on this machine's clock. */
export type DarkFacts = {
  nowMs: number;
  /** This console's own connection to the broker. `at`: its end, or since when it stands. */
  own: { name: 'connected' | 'connecting' | 'lost'; at?: number | undefined };
  /** What this console has heard of the device. Left out: nothing. */
  heard?: HeardFacts | undefined;
  /** What the platform says of the device. */
  platform?: PlatformFacts | undefined;
};

export type HeardFacts = {
  isOffline: boolean;
  offlineSince?: number | undefined;
  hasInfo: boolean;
  type: DeviceType;
  version: string;
  /** Undefined: it has not said which it has. */
  displayCount?: number | undefined;
  isPrivate: boolean;
  isPrivateByPolicy: boolean;
  /** Since when pictures are asked of it; null: nobody looks at it. */
  askedAt?: number | null | undefined;
  lastPictureAt?: number | undefined;
  /** Messages of it that were dropped at the door since its last picture; `reason`: that of most of them. */
  dropped?: { reason: string; count: number } | undefined;
  /** What its clock is ahead; negative where it is behind. */
  clockAheadMs?: number | undefined;
};

export type PlatformFacts = {
  /** Null: it never did. */
  enrolledAt: number | null;
  /** Null: it never was connected. */
  connectedAt: number | null;
  /** Null: it is connected. */
  endedAt: number | null;
  endedWhy?: DarkEnd | undefined;
  /** A machine at another address took the place of its open connection then. */
  replacedElsewhereAt?: number | undefined;
  refused?: { at: number; why: string } | undefined;
  /** Whether its client is in the group that is looked at. Left out: no group is. */
  isInGroup?: boolean | undefined;
  runner?: 'none' | 'there' | 'away' | undefined;
};
export type DarkEnd = 'left' | 'lost' | 'session-ended' | 'token-expired' | 'not-allowed' | 'platform';

export type DarkReason =
  | { name: 'own-connection'; at: number | undefined }
  | { name: 'never-enrolled' }
  | { name: 'token-refused'; at: number; why: string }
  | { name: 'replaced'; at: number }
  | { name: 'offline'; since: number | undefined; why: DarkEnd | undefined }
  /** Offline, and nothing can wake it from here. */
  | { name: 'runner-unreachable'; since: number | undefined }
  | { name: 'not-in-group' }
  | { name: 'not-heard' }
  | { name: 'no-info' }
  | { name: 'privacy' }
  | { name: 'policy' }
  | { name: 'no-display'; type: DeviceType }
  | { name: 'not-asked' }
  | { name: 'dropped'; reason: string; count: number }
  | { name: 'wrong-clock'; aheadMs: number }
  | { name: 'agent-too-old'; version: string }
  | { name: 'no-answer'; seconds: number };

/** A first picture takes a moment; until then nothing is wrong. */
const PATIENCE_MS = 8_000;
/** A machine whose time was set by hand is off by minutes; a message takes no longer than that. */
const WRONG_CLOCK_MS = 5 * 60_000;
/** Two machines with one identity drive each other out again and again. */
const REPLACED_LATELY_MS = 10 * 60_000;
/** Windows agents of before this version send no pictures. */
export const OLDEST_AGENT = '1.0';

/** Undefined: a picture is seen, or may still be on its way. The first reason that holds is the one to mend first. */
export function whyDark(facts: DarkFacts): DarkReason | undefined {
  const { own, heard, platform, nowMs } = facts;
  if (own.name === 'lost') return { name: 'own-connection', at: own.at };
  if (own.name === 'connecting') return undefined;
  if (heard === undefined || heard.isOffline) return whyAway(platform, heard, nowMs);
  if (!heard.hasInfo) return whySilent(facts, heard);
  if (heard.isPrivateByPolicy) return { name: 'policy' };
  if (heard.isPrivate) return { name: 'privacy' };
  if (heard.displayCount === 0) return { name: 'no-display', type: heard.type };
  if (heard.askedAt === null) return { name: 'not-asked' };
  if (heard.dropped) return { name: 'dropped', ...heard.dropped };
  return whyUnanswered(facts, heard);
}

/** A member of a group that this console has not heard: the directory knows when it enrolled last, not when it left. */
export const whyAbsent = (seenAt: number | null | undefined): DarkReason =>
  seenAt === null ? { name: 'never-enrolled' } : { name: 'offline', since: undefined, why: undefined };

/** It is not heard at all. */
function whyAway(
  platform: PlatformFacts | undefined,
  heard: HeardFacts | undefined,
  nowMs: number,
): DarkReason | undefined {
  if (platform === undefined) return heard && { name: 'offline', since: heard.offlineSince, why: undefined };
  const { enrolledAt, connectedAt, endedAt, refused, replacedElsewhereAt: replacedAt } = platform;
  if (refused && refused.at >= Math.max(connectedAt ?? 0, endedAt ?? 0))
    return { name: 'token-refused', ...refused };
  if (enrolledAt === null && connectedAt === null) return { name: 'never-enrolled' };
  if (replacedAt !== undefined && nowMs - replacedAt <= REPLACED_LATELY_MS)
    return { name: 'replaced', at: replacedAt };
  if (connectedAt !== null && endedAt === null)
    return platform.isInGroup === false ? { name: 'not-in-group' } : { name: 'not-heard' };
  const since = endedAt ?? enrolledAt ?? undefined;
  if (platform.runner === 'away') return { name: 'runner-unreachable', since };
  return { name: 'offline', since, why: platform.endedWhy };
}

/** It is heard, but has not said who it is. */
function whySilent(facts: DarkFacts, heard: HeardFacts): DarkReason {
  if (facts.platform?.isInGroup === false) return { name: 'not-in-group' };
  return heard.dropped ? { name: 'dropped', ...heard.dropped } : { name: 'no-info' };
}

/** It is there, is asked, and no picture comes. */
function whyUnanswered({ nowMs, own }: DarkFacts, heard: HeardFacts): DarkReason | undefined {
  const { askedAt, lastPictureAt, clockAheadMs = 0, version, type } = heard;
  if (askedAt == null) return undefined;
  const silentMs = nowMs - Math.max(askedAt, lastPictureAt ?? 0, own.at ?? 0);
  if (silentMs < PATIENCE_MS) return undefined;
  if (Math.abs(clockAheadMs) > WRONG_CLOCK_MS) return { name: 'wrong-clock', aheadMs: clockAheadMs };
  // A browser's agent comes with its page, always the newest.
  const isOld = type === 'windowsAgent' && isOlder(version, OLDEST_AGENT);
  if (lastPictureAt === undefined && isOld) return { name: 'agent-too-old', version };
  return { name: 'no-answer', seconds: Math.floor(silentMs / 1_000) };
}

/** By the numbers between the dots; a version that is none is not older. */
function isOlder(version: string, oldest: string): boolean {
  const numbers = (text: string) => text.split('.').map((part) => Number.parseInt(part, 10));
  const [own, other] = [numbers(version), numbers(oldest)];
  if (Number.isNaN(own[0])) return false;
  for (const [i, number] of other.entries()) {
    const mine = own[i] ?? 0;
    if (mine !== number) return mine < number;
  }
  return false;
}
