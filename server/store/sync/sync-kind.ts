/** The differences between importing tutors, people, devices and groups. */
import type { Kysely, Transaction } from 'kysely';
import type { SyncKindName } from '#protocol/rest/sync-job.ts';
import type { Database } from '../database.ts';
import type { Removed } from '../people/directory-removal.ts';
import type { KnownItem } from './sync-items.ts';
import type { JobSettings } from './sync-jobs.ts';

/** An item of a directory. `id` is the directory's. */
export type Listed = { id: string };

/** An item to import. `digest`: hash of its content; the item is imported again when it changes. */
export type PendingItem<Item extends Listed> = { item: Item; digest: string; known: KnownItem | undefined };

export type Written = {
  items: readonly KnownItem[];
  added: number;
  changed: number;
};

export type SyncStore<Item extends Listed> = {
  kind: SyncKindName;
  /** The tables that `present` and `write` read. */
  tables: readonly (keyof Database)[];
  /** Name of an item in the examples of a preview. */
  nameOf(item: Item): string;
  /** Everything in the item and the job that affects the written row. */
  contentOf(item: Item, job: JobSettings): unknown;
  /** Ids of items that exist without the job, so that they are not added. */
  present(db: Kysely<Database>, job: JobSettings, items: readonly Item[]): Promise<ReadonlySet<string>>;
  /** Ids of existing items that the job changes nevertheless. Absent: the job changes none. */
  gaining?(db: Kysely<Database>, job: JobSettings, items: readonly Item[]): Promise<ReadonlySet<string>>;
  /** `items` are new or changed. The next run imports again the items that are missing from the result. */
  write(
    trx: Transaction<Database>,
    job: JobSettings,
    items: readonly PendingItem<Item>[],
    atMs: number,
  ): Promise<Written>;
  /** Removes items that the directory lacks. `count`: removed rows; `changed`: changed rows that stay. */
  remove(
    trx: Transaction<Database>,
    job: JobSettings,
    items: readonly KnownItem[],
  ): Promise<Removed & { count: number; changed?: number }>;
};

/** Throws for a job that imports to a tag. */
export function siteOf({ tenant, siteId }: JobSettings): { tenant: string; site: string } {
  if (siteId === null) throw new Error('the job has no site');
  return { tenant, site: siteId };
}

/**
 * The job's items after a run. Both maps give our id by the directory's: `found` existed without the job,
 * `made` was created by this run. Items that are in neither and were unknown are left out.
 */
export const knownNow = (
  items: readonly PendingItem<Listed>[],
  { found, made }: Record<'found' | 'made', ReadonlyMap<string, string>>,
): KnownItem[] =>
  items.flatMap(({ item: { id }, digest, known }) => {
    const target = known?.target ?? found.get(id) ?? made.get(id);
    return target === undefined ? [] : [{ id, digest, target, made: known?.made ?? made.has(id) }];
  });
