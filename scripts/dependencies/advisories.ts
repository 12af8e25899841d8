/**
 * Known vulnerabilities of npm packages in the OSV format (https://ossf.github.io/osv-schema/). They are read
 * from an export, stored in a file of the repository, and compared with installed versions.
 */
import { compare, valid } from 'semver';
import * as v from 'valibot';

const eventSchema = v.object({
  introduced: v.optional(v.string()),
  fixed: v.optional(v.string()),
  last_affected: v.optional(v.string()),
});
const affectedSchema = v.object({
  package: v.object({ ecosystem: v.string(), name: v.string() }),
  ranges: v.optional(v.array(v.object({ type: v.string(), events: v.array(eventSchema) })), []),
  versions: v.optional(v.array(v.string()), []),
});
const advisorySchema = v.object({
  id: v.string(),
  summary: v.optional(v.string(), ''),
  aliases: v.optional(v.array(v.string()), []),
  withdrawn: v.optional(v.string()),
  affected: v.array(affectedSchema),
});
export type Advisory = v.InferOutput<typeof advisorySchema>;

/** The file in the repository. */
const storedSchema = v.object({
  /** ISO 8601 time of the last export that was read; null if there was none. */
  refreshed: v.nullable(v.string()),
  advisories: v.array(advisorySchema),
  /** Vulnerabilities that do not affect this project, each with the reason and its next review date. */
  accepted: v.optional(
    v.array(
      v.object({
        id: v.string(),
        why: v.pipe(v.string(), v.minLength(10)),
        until: v.pipe(v.string(), v.isoDate()),
      }),
    ),
    [],
  ),
});
export type StoredAdvisories = v.InferOutput<typeof storedSchema>;

export const readStored = (text: string): StoredAdvisories => v.parse(storedSchema, JSON.parse(text));

/**
 * The advisories of an export that name these packages: one document, a list, `{ "vulns": […] }`, or one
 * document a line. Advisories without `affected` for npm, and withdrawn ones, are skipped. Throws for any
 * other text.
 */
export function fromExport(text: string, names: ReadonlySet<string>): Advisory[] {
  const found = new Map<string, Advisory>();
  for (const document of documentsOf(text)) {
    const parsed = v.safeParse(advisorySchema, document);
    if (!parsed.success || parsed.output.withdrawn !== undefined) continue;
    const affected = parsed.output.affected.filter(
      ({ package: { ecosystem, name } }) => ecosystem.toLowerCase() === 'npm' && names.has(name),
    );
    if (affected.length > 0) found.set(parsed.output.id, { ...parsed.output, affected });
  }
  return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function documentsOf(text: string): unknown[] {
  try {
    const whole: unknown = JSON.parse(text);
    if (Array.isArray(whole)) return whole;
    const { vulns } = whole as { vulns?: unknown };
    return Array.isArray(vulns) ? vulns : [whole];
  } catch {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return lines.map((line) => JSON.parse(line) as unknown);
  }
}

/** Whether the advisory affects this version of the package. */
export function affects(
  { affected }: Advisory,
  { name, version }: { name: string; version: string },
): boolean {
  return affected
    .filter((each) => each.package.name === name)
    .some(
      ({ ranges, versions }) =>
        versions.includes(version) ||
        ranges.some(
          ({ type, events }) => (type === 'SEMVER' || type === 'ECOSYSTEM') && isWithin(version, events),
        ),
    );
}

/** Sorts the events by version. A version is affected from `introduced` until the event that ends it. */
function isWithin(version: string, events: readonly v.InferOutput<typeof eventSchema>[]): boolean {
  if (valid(version) === null) return true;
  const marks = events.flatMap(({ introduced, fixed, last_affected }) => [
    ...(introduced === undefined
      ? []
      : [{ at: introduced === '0' ? '0.0.0-0' : introduced, begins: true, after: false }]),
    ...(fixed === undefined ? [] : [{ at: fixed, begins: false, after: false }]),
    ...(last_affected === undefined ? [] : [{ at: last_affected, begins: false, after: true }]),
  ]);
  // Versions that cannot be compared count as affected, so that a person reviews them.
  if (marks.some(({ at }) => valid(at) === null)) return true;
  marks.sort((a, b) => compare(a.at, b.at) || Number(a.after) - Number(b.after));
  let isAffected = false;
  for (const { at, begins, after } of marks) {
    const reached = after ? compare(version, at) > 0 : compare(version, at) >= 0;
    if (reached) isAffected = begins;
  }
  return isAffected;
}
