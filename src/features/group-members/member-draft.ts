/** What is being edited of a group's members: ids, or the patterns of a deviceMatchGroup. */
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

/** A serial number stands for its device's hostname; anything else is a pattern as it is. */
export function withPatterns(
  patterns: readonly string[],
  entries: readonly string[],
  devices: readonly Device[],
): { patterns: string[]; added: number } {
  const hostnames = new Map(
    devices.flatMap(({ serialNumber, hostname }): [string, string][] =>
      serialNumber?.trim() && hostname.trim() ? [[serialNumber.trim().toLowerCase(), hostname.trim()]] : [],
    ),
  );
  const next = new Set([...patterns, ...entries.map((entry) => hostnames.get(entry.toLowerCase()) ?? entry)]);
  return { patterns: [...next], added: next.size - patterns.length };
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
