/** Finds new and changed items on a page of a directory, compared with earlier imports of the job. */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '#store/database.ts';
import { differentItems } from '#store/sync/sync-items.ts';
import type { JobSettings } from '#store/sync/sync-jobs.ts';
import type { Listed, PendingItem, SyncStore } from '#store/sync/sync-kind.ts';

const HASH_LETTERS = 22;

export type ComparedPage = {
  /** Ids of all items on the page, without duplicates. */
  ids: readonly string[];
  different: readonly PendingItem<Listed>[];
};

export async function comparePage(
  db: Kysely<Database>,
  { store, job, items }: { store: SyncStore<Listed>; job: JobSettings; items: readonly Listed[] },
): Promise<ComparedPage> {
  const byId = new Map(items.map((item) => [item.id, item]));
  const digests = new Map(
    [...byId.values()].map((item) => [item.id, digestOf(store.contentOf(item, job))] as const),
  );
  const known = await differentItems(db, job, {
    kind: store.kind,
    items: [...digests].map(([id, digest]) => ({ id, digest })),
  });
  const different = [...byId.values()].flatMap((item) => {
    const digest = digests.get(item.id);
    return digest !== undefined && known.has(item.id) ? [{ item, digest, known: known.get(item.id) }] : [];
  });
  return { ids: [...byId.keys()], different };
}

const digestOf = (content: unknown) =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, HASH_LETTERS);
