/**
 * Known vulnerabilities, in the format of OSV (https://ossf.github.io/osv-schema/), as far as they concern packages of npm:
 * read out of an export, kept in a file of the repository, and compared with versions.
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

/** The file of the repository. */
const keptSchema = v.object({
  /** ISO 8601: when an export was read last; null: never. */
  refreshed: v.nullable(v.string()),
  advisories: v.array(advisorySchema),
  /** Vulnerabilities that do not concern this project, each with its reason and the day on which it is looked at again. */
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
export type KeptAdvisories = v.InferOutput<typeof keptSchema>;

export const readKept = (text: string): KeptAdvisories => v.parse(keptSchema, JSON.parse(text));

/**
 * The advisories of an export that concern these packages: one document, a list, `{ "vulns": […] }`, or a document on each
 * line. What has no `affected` for npm, or was withdrawn, is left out. Throws where the text is none of these.
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

/** Whether this version of the package is one that the advisory is about. */
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

/** The events in the order of their versions: affected is who comes after an `introduced` and before what ends it. */
function isWithin(version: string, events: readonly v.InferOutput<typeof eventSchema>[]): boolean {
  if (valid(version) === null) return true;
  const marks = events.flatMap(({ introduced, fixed, last_affected }) => [
    ...(introduced === undefined
      ? []
      : [{ at: introduced === '0' ? '0.0.0-0' : introduced, begins: true, after: false }]),
    ...(fixed === undefined ? [] : [{ at: fixed, begins: false, after: false }]),
    ...(last_affected === undefined ? [] : [{ at: last_affected, begins: false, after: true }]),
  ]);
  // A version that nobody can compare is taken for affected: a person looks at it then.
  if (marks.some(({ at }) => valid(at) === null)) return true;
  marks.sort((a, b) => compare(a.at, b.at) || Number(a.after) - Number(b.after));
  let isAffected = false;
  for (const { at, begins, after } of marks) {
    const reached = after ? compare(version, at) > 0 : compare(version, at) >= 0;
    if (reached) isAffected = begins;
  }
  return isAffected;
}
