/** Computes the changes that a run of a job would make now. Nothing is written. */
import type { Kysely } from 'kysely';
import type { Directories, Opened } from '#directories/directories.ts';
import type { DirectoryProblem } from '#directories/directory.ts';
import { kindOf, MAX_REMOVED_SHARE, type SyncPreview } from '#protocol/rest/sync-job.ts';
import type { Database } from '#store/database.ts';
import { importedIds, namesOfItems } from '#store/sync/sync-items.ts';
import type { JobSettings } from '#store/sync/sync-jobs.ts';
import { comparePage } from './compare-page.ts';
import { syncKind } from './sync-kinds.ts';

export type PreviewOutcome =
  | { name: 'preview'; preview: SyncPreview }
  | Exclude<Opened, { name: 'open' }>
  | (DirectoryProblem & { directoryName: string });

/** Shorter than the consoles' timeout. */
const TIMEOUT_MS = 20_000;
const EXAMPLES = 5;

export function createPreviewSync({ db, directories }: { db: Kysely<Database>; directories: Directories }) {
  return async (job: JobSettings, timeoutMs = TIMEOUT_MS): Promise<PreviewOutcome> => {
    const opened = await directories.open(job.tenant, job.integrationId);
    if (opened.name !== 'open') return opened;
    const { directory, directoryName, service } = opened;
    const signal = AbortSignal.timeout(timeoutMs);
    const { list, store } = syncKind(kindOf(job.importSettings));
    const [add, change] = [createTally(), createTally()];
    const missing = new Set<string>();
    for await (const id of importedIds(db, job)) missing.add(id);
    const importedCount = missing.size;
    let read = 0;
    let after: string | undefined;
    let isWhole = false;
    do {
      const page = await list({ directory, service, job }, after, signal);
      if (signal.aborted) break;
      if (page.name !== 'read') return { ...page, directoryName };
      const { ids, different } = await comparePage(db, { store, job, items: page.value.items });
      const fresh = different.flatMap(({ item, known }) => (known ? [] : [item]));
      const present = await store.present(db, job, fresh);
      const gaining = await store.gaining?.(db, job, fresh);
      for (const { item, known } of different)
        if (known || gaining?.has(item.id)) change.add(store.nameOf(item));
        else if (!present.has(item.id)) add.add(store.nameOf(item));
      for (const id of ids) missing.delete(id);
      read += ids.length;
      after = page.value.next;
      isWhole = after === undefined;
    } while (!isWhole && !signal.aborted);

    const missingIds = isWhole ? [...missing] : [];
    const names = await namesOfItems(db, job, { kind: store.kind, ids: missingIds.slice(0, EXAMPLES) });
    const preview: SyncPreview = {
      isWhole,
      read,
      add: add.tally,
      change: change.tally,
      remove: { count: missingIds.length, examples: names },
      needsConfirmation: missingIds.length > importedCount * MAX_REMOVED_SHARE,
    };
    return { name: 'preview', preview };
  };
}

function createTally() {
  const tally: { count: number; examples: string[] } = { count: 0, examples: [] };
  return {
    tally,
    add(name: string) {
      tally.count += 1;
      if (tally.examples.length < EXAMPLES) tally.examples.push(name);
    },
  };
}
