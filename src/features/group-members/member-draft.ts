/** What is being edited of a group's members: ids, or the patterns of a deviceMatchGroup. */
import { createDeviceMatcher } from '#domain/devices/device-pattern.ts';
import { serialNumberOf } from '#domain/devices/serial-number.ts';
import { createMemberFinder, findMembers, type SharedName } from '#domain/groups/find-members.ts';
import type { Device } from '#protocol/rest/device.ts';
import { MAX_MEMBERS, MAX_PATTERN, MAX_PATTERNS } from '#protocol/rest/group-limits.ts';
import { m } from './messages.ts';

/** A line each; blank ones and repetitions are none. */
export const patternsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r\n|\r|\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** What the entries of a list would add to a group of patterns. */
export type PatternPlan = {
  /** Names of devices of the site, and patterns with a star. */
  patterns: string[];
  /** Entries that name no device. As patterns they could match any part of a name. */
  unknown: string[];
  /** Serial numbers of several devices. */
  shared: SharedName[];
};

/** Finds the names of the devices that an entry means: a serial number or a name. */
export const createNameFinder = (devices: readonly Device[]) =>
  createMemberFinder(
    devices.flatMap(({ serialNumber, hostname }) =>
      hostname.trim() === ''
        ? []
        : [{ id: hostname.trim(), names: [serialNumberOf(serialNumber), hostname] }],
    ),
  );

/** An entry is the serial number or name of a device, which becomes its name, or a pattern with a star. */
export function planPatterns(entries: readonly string[], devices: readonly Device[]): PatternPlan {
  const find = createNameFinder(devices);
  const named = (entry: string) => (entry.includes('*') ? [entry] : find(entry));
  const { ids, unknown, shared } = findMembers(entries, named);
  return { patterns: ids, unknown, shared };
}

/** The patterns that match more than half of the devices. */
export function broadPatterns(patterns: readonly string[], devices: readonly Device[]): string[] {
  return patterns.filter((pattern) => {
    const isMatch = createDeviceMatcher([pattern]);
    let misses = 0;
    // Most patterns match few devices: half of the list decides.
    return devices.every(({ hostname }) => isMatch(hostname) || ++misses * 2 < devices.length);
  });
}

/** Why it cannot be saved as it is; undefined where it can. */
export function draftProblem(kind: 'members' | 'patterns', entries: readonly string[]): string | undefined {
  if (kind === 'members') return entries.length > MAX_MEMBERS ? m.tooManyMembers : undefined;
  if (entries.length > MAX_PATTERNS) return m.tooManyPatterns;
  return entries.some((entry) => entry.length > MAX_PATTERN) ? m.patternTooLong : undefined;
}

/** The order of members says nothing, and neither does that of patterns. */
export function isSameDraft(a: readonly string[], b: readonly string[]): boolean {
  const wanted = new Set(a);
  return wanted.size === new Set(b).size && b.every((entry) => wanted.has(entry));
}
