/** Validation of a site's fields. */

import type { SiteRow } from '#domain/groups/site-tree.ts';
import { trimmedText } from '#domain/visible-text.ts';
import type { Site } from '#protocol/rest/site.ts';
import { m } from './messages.ts';

/** Error text for the name; undefined where it is valid. `own`: id of the site that is edited. */
export function nameProblem(
  name: string,
  rows: readonly SiteRow<Site>[],
  own: string | undefined,
): string | undefined {
  const trimmed = trimmedText(name);
  if (trimmed === '') return m.required;
  const isTaken = rows.some(({ site }) => site.id !== own && site.name === trimmed);
  return isTaken ? m.nameTaken({ name: trimmed }) : undefined;
}

/** The ids of a site and of all sites inside it, which cannot become its parent. */
export function idsWithin(site: Site): ReadonlySet<string> {
  return new Set([site.id, ...site.subnodes.flatMap((below) => [...idsWithin(below)])]);
}

/** The direct parent of the site; null where it has none. */
export function parentOf(rows: readonly SiteRow<Site>[], siteId: string): string | null {
  return rows.find(({ site }) => site.subnodes.some(({ id }) => id === siteId))?.site.id ?? null;
}
