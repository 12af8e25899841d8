/** What differs between tutors, people, devices and groups when a job brings them. */
import type { Kysely, Transaction } from 'kysely';
import type { SyncKindName } from '#protocol/rest/sync-job.ts';
import type { Database } from '../database.ts';
import type { Removed } from '../people/directory-removal.ts';
import type { KnownItem } from './sync-items.ts';
import type { JobSettings } from './sync-jobs.ts';

/** What a directory has. `id` is its own. */
export type Listed = { id: string };

/** What the job brings of something: with another digest it is brought again. */
export type Brought<Item extends Listed> = { item: Item; digest: string; known: KnownItem | undefined };

export type Written = {
  items: readonly KnownItem[];
  added: number;
  changed: number;
};

export type SyncStore<Item extends Listed> = {
  kind: SyncKindName;
  /** The tables that `present` and `write` look into. */
  tables: readonly (keyof Database)[];
  /** How examples in a preview are called. */
  nameOf(item: Item): string;
  /** Everything of an item, and of the job, that what is written depends on. */
  contentOf(item: Item, job: JobSettings): unknown;
  /** Those that are there already without the job: they are not added. By the directory's ids. */
  present(db: Kysely<Database>, job: JobSettings, items: readonly Item[]): Promise<ReadonlySet<string>>;
  /** Those among them that the job changes nevertheless, by the directory's ids. Left out: it changes none. */
  gaining?(db: Kysely<Database>, job: JobSettings, items: readonly Item[]): Promise<ReadonlySet<string>>;
  /** Only what is new or different. What is left out of the answer is asked for again by the next run. */
  write(
    trx: Transaction<Database>,
    job: JobSettings,
    items: readonly Brought<Item>[],
    atMs: number,
  ): Promise<Written>;
  /** The directory has them no more. `count`: how many were removed; `changed`: how many of those that stay are different. */
  letGo(
    trx: Transaction<Database>,
    job: JobSettings,
    items: readonly KnownItem[],
  ): Promise<Removed & { count: number; changed?: number }>;
};

/** A job that brings to a site. */
export function siteOf({ tenant, siteId }: JobSettings): { tenant: string; site: string } {
  if (siteId === null) throw new Error('the job has no site');
  return { tenant, site: siteId };
}

/**
 * What the job knows after its run. `found`: what had been there without the job, and `made`: what this run has made, each
 * an id of ours by the directory's. What is in neither, and was not known before, is left out.
 */
export const knownNow = (
  items: readonly Brought<Listed>[],
  { found, made }: Record<'found' | 'made', ReadonlyMap<string, string>>,
): KnownItem[] =>
  items.flatMap(({ item: { id }, digest, known }) => {
    const target = known?.target ?? found.get(id) ?? made.get(id);
    return target === undefined ? [] : [{ id, digest, target, made: known?.made ?? made.has(id) }];
  });
