/** The edited members of a group: ids, or the patterns of a deviceMatchGroup. */
import { createDeviceMatcher } from '#domain/devices/device-pattern.ts';
import { serialNumberOf } from '#domain/devices/serial-number.ts';
import { createMemberFinder, findMembers, type SharedName } from '#domain/groups/find-members.ts';
import type { Device } from '#protocol/rest/device.ts';
import { MAX_MEMBERS, MAX_PATTERN, MAX_PATTERNS } from '#protocol/rest/group-limits.ts';
import { m } from './messages.ts';

/** One pattern per line, without blank lines and duplicates. */
export const patternsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r\n|\r|\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** The result of adding the entries of a list to a group of patterns. */
export type PatternPlan = {
  /** Names of known devices, and patterns with a star. */
  patterns: string[];
  /** Entries that name no device. As patterns they could match any part of a name. */
  unknown: string[];
  shared: SharedName[];
};

/** Finds device names by an entry: a serial number or a name. */
export const createNameFinder = (devices: readonly Device[]) =>
  createMemberFinder(
    devices.flatMap(({ serialNumber, hostname }) =>
      hostname.trim() === ''
        ? []
        : [{ id: hostname.trim(), names: [serialNumberOf(serialNumber), hostname] }],
    ),
  );

/** An entry is a pattern with a star, or a device's serial number or name, which becomes its name. */
export function planPatterns(entries: readonly string[], devices: readonly Device[]): PatternPlan {
  const find = createNameFinder(devices);
  const named = (entry: string) => (entry.includes('*') ? [entry] : find(entry));
  const { ids, unknown, shared } = findMembers(entries, named);
  return { patterns: ids, unknown, shared };
}

/** Returns the patterns that match more than half of the devices. */
export function broadPatterns(patterns: readonly string[], devices: readonly Device[]): string[] {
  return patterns.filter((pattern) => {
    const isMatch = createDeviceMatcher([pattern]);
    let misses = 0;
    // Most patterns match few devices, so half of the list usually decides.
    return devices.every(({ hostname }) => isMatch(hostname) || ++misses * 2 < devices.length);
  });
}

/** Why the draft cannot be saved; undefined if it can. */
export function draftProblem(kind: 'members' | 'patterns', entries: readonly string[]): string | undefined {
  if (kind === 'members') return entries.length > MAX_MEMBERS ? m.tooManyMembers : undefined;
  if (entries.length > MAX_PATTERNS) return m.tooManyPatterns;
  return entries.some((entry) => entry.length > MAX_PATTERN) ? m.patternTooLong : undefined;
}

/** The order of members and patterns is irrelevant. */
export function isSameDraft(a: readonly string[], b: readonly string[]): boolean {
  const entries = new Set(a);
  return entries.size === new Set(b).size && b.every((entry) => entries.has(entry));
}
