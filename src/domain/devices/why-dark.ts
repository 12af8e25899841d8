/** Why no picture of a device is visible: one pure rule for cards, tiles, its screen and the debug view. */
import type { DeviceType } from './device-type.ts';

/**
 * Facts about a device whose picture is not visible. An unknown fact is undefined and is never the reason.
 * Times are epoch ms on this machine's clock.
 */
export type DarkFacts = {
  nowMs: number;
  /** This console's own connection to the broker. `at`: when it ended, or since when it is connected. */
  own: { name: 'connected' | 'connecting' | 'lost'; at?: number | undefined };
  /** Facts from the device's own messages. Left out: this console has received none. */
  heard?: HeardFacts | undefined;
  /** Facts about the device from the platform. */
  platform?: PlatformFacts | undefined;
};

export type HeardFacts = {
  isOffline: boolean;
  offlineSince?: number | undefined;
  hasInfo: boolean;
  type: DeviceType;
  version: string;
  /** Undefined: the device has not sent its number of displays. */
  displayCount?: number | undefined;
  isPrivate: boolean;
  isPrivateByPolicy: boolean;
  /** Since when pictures of the device have been requested. Null: no view needs them. */
  askedAt?: number | null | undefined;
  lastPictureAt?: number | undefined;
  /** Messages of the device dropped on arrival since its last picture. `reason`: the most frequent one. */
  dropped?: { reason: string; count: number } | undefined;
  /** How far the device's clock is ahead; negative if it is behind. */
  clockAheadMs?: number | undefined;
};

export type PlatformFacts = {
  /** Null: the device never enrolled. */
  enrolledAt: number | null;
  /** Null: the device was never connected. */
  connectedAt: number | null;
  /** Null: the device is connected. */
  endedAt: number | null;
  endedWhy?: DarkEnd | undefined;
  /** When a machine at another address took over the device's open connection. */
  replacedElsewhereAt?: number | undefined;
  refused?: { at: number; why: string } | undefined;
  /** Whether the device's client is in the group on display. Left out if no group is on display. */
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
  /** The device is offline, and no site runner can wake it. */
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

/** A first picture takes a moment. Until then no reason is given. */
const GRACE_MS = 8_000;
/** A clock that was set by hand is off by minutes. A message never takes that long. */
const MAX_CLOCK_SKEW_MS = 5 * 60_000;
/** Counts as a recent replacement: two machines with one identity disconnect each other again and again. */
const WINDOW_MS = 10 * 60_000;
/** Windows agents older than this version send no pictures. */
export const OLDEST_AGENT = '1.0';

/** The first reason that applies, to be fixed first. Undefined: a picture is visible, or may still come. */
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

/** For a group member without messages so far. The directory stores enrolments, but not when it left. */
export const whyAbsent = (seenAt: number | null | undefined): DarkReason =>
  seenAt === null ? { name: 'never-enrolled' } : { name: 'offline', since: undefined, why: undefined };

/** The device is offline, or this console has received nothing from it. */
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
  if (replacedAt !== undefined && nowMs - replacedAt <= WINDOW_MS)
    return { name: 'replaced', at: replacedAt };
  if (connectedAt !== null && endedAt === null)
    return platform.isInGroup === false ? { name: 'not-in-group' } : { name: 'not-heard' };
  const since = endedAt ?? enrolledAt ?? undefined;
  if (platform.runner === 'away') return { name: 'runner-unreachable', since };
  return { name: 'offline', since, why: platform.endedWhy };
}

/** The device is connected but has not sent its info yet. */
function whySilent(facts: DarkFacts, heard: HeardFacts): DarkReason {
  if (facts.platform?.isInGroup === false) return { name: 'not-in-group' };
  return heard.dropped ? { name: 'dropped', ...heard.dropped } : { name: 'no-info' };
}

/** The device is connected and pictures are requested, but none arrives. */
function whyUnanswered({ nowMs, own }: DarkFacts, heard: HeardFacts): DarkReason | undefined {
  const { askedAt, lastPictureAt, clockAheadMs = 0, version, type } = heard;
  if (askedAt == null) return undefined;
  const silentMs = nowMs - Math.max(askedAt, lastPictureAt ?? 0, own.at ?? 0);
  if (silentMs < GRACE_MS) return undefined;
  if (Math.abs(clockAheadMs) > MAX_CLOCK_SKEW_MS) return { name: 'wrong-clock', aheadMs: clockAheadMs };
  // A browser's agent is loaded with its page, so it is always the newest.
  const isOld = type === 'windowsAgent' && isOlder(version, OLDEST_AGENT);
  if (lastPictureAt === undefined && isOld) return { name: 'agent-too-old', version };
  return { name: 'no-answer', seconds: Math.floor(silentMs / 1_000) };
}

/** Compares the numbers between the dots. A text that is not a version is not older. */
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
