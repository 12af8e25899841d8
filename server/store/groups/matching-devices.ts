import type { Kysely } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import type { Database } from '../database.ts';
import type { Page } from '../page.ts';
import { readDeviceNames } from './device-names.ts';

/** Largest batch of names: batches start at the size of a page and grow up to this. */
const MAX_NAMES = 4_000;

/**
 * Ids of the site's devices with a hostname that matches, by descending id. Names are read in batches until
 * the page is full, because patterns cannot be expressed in SQL.
 */
export async function readMatchingIds(
  db: Kysely<Database>,
  site: SiteKey,
  matches: (hostname: string) => boolean,
  { limit, before }: Page,
): Promise<string[]> {
  const found: string[] = [];
  let below = before;
  for (let count = Math.min(limit, MAX_NAMES); ; count = Math.min(count * 4, MAX_NAMES)) {
    const rows = await readDeviceNames(db, site, { limit: count, before: below });
    for (const { id, hostname } of rows) {
      if (matches(hostname)) found.push(id);
      if (found.length === limit) return found;
    }
    if (rows.length < count) return found;
    below = rows.at(-1)?.id;
  }
}
