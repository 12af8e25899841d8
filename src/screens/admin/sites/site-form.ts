/** What may be entered of a site. */

import type { SiteRow } from '#domain/groups/site-tree.ts';
import { trimmedText } from '#domain/visible-text.ts';
import type { Site } from '#protocol/rest/site.ts';
import { m } from './messages.ts';

/** Why a site cannot have this name; undefined: it can. `own`: the id of the site that is edited. */
export function nameProblem(
  name: string,
  rows: readonly SiteRow<Site>[],
  own: string | undefined,
): string | undefined {
  const wanted = trimmedText(name);
  if (wanted === '') return m.required;
  const isTaken = rows.some(({ site }) => site.id !== own && site.name === wanted);
  return isTaken ? m.nameTaken({ name: wanted }) : undefined;
}

/** The ids of a site and of all that are inside of it, which it cannot be put into. */
export function idsWithin(site: Site): ReadonlySet<string> {
  return new Set([site.id, ...site.subnodes.flatMap((below) => [...idsWithin(below)])]);
}

/** The site that one is directly inside of; null: none. */
export function parentOf(rows: readonly SiteRow<Site>[], siteId: string): string | null {
  return rows.find(({ site }) => site.subnodes.some(({ id }) => id === siteId))?.site.id ?? null;
}
