/** Removes items that a directory no longer has, after it was read completely. */
import { kindOf, MAX_REMOVED_SHARE } from '#protocol/rest/sync-job.ts';
import { countIn, type HeldRun, idsRead } from '#store/sync/held-run.ts';
import { importedIds, removeItems } from '#store/sync/sync-items.ts';
import type { ClaimedRun, Ending } from '#store/sync/sync-runs.ts';
import { inRun, type RunDeps } from './run-deps.ts';
import { failed, tooManyRemoved } from './sync-failure.ts';
import { syncKind } from './sync-kinds.ts';

/** `again`: the run is lost, outdated or to be stopped. */
export async function removeUnseen(deps: RunDeps, run: ClaimedRun, held: HeldRun): Promise<Ending | 'again'> {
  const { job, importedBefore = 0, mayRemove } = held;
  const { store } = syncKind(kindOf(job.importSettings));
  const unseen = await unseenIds(deps, run, held);
  const counted = { removed: unseen.length, of: Math.max(importedBefore, unseen.length) };
  if (unseen.length > counted.of * MAX_REMOVED_SHARE && unseen.length > mayRemove)
    return failed(tooManyRemoved(job, counted));
  for (let from = 0; from < unseen.length; ) {
    const ids = unseen.slice(from, from + deps.pace.rows());
    const removed = await inRun(
      deps,
      run,
      async (trx) => {
        const items = await removeItems(trx, job, { kind: store.kind, ids });
        const { count, changed = 0, families } = await store.remove(trx, job, items);
        await countIn(trx, run, { added: 0, changed, removed: count });
        return { families, count: count + changed };
      },
      ids.length,
    );
    if (removed === undefined) return 'again';
    // End the sessions first, so that clients which receive the change find them ended.
    try {
      for (const family of removed.families) await deps.endFamily(job.tenant, family);
    } finally {
      if (removed.count > 0) deps.announce(job, 'removed');
    }
    from += ids.length;
  }
  return { outcome: 'done' };
}

/** Ids of the job's items that the complete read did not list. */
async function unseenIds({ db }: RunDeps, run: ClaimedRun, { job }: HeldRun): Promise<string[]> {
  const seen = await idsRead(db, run);
  const unseen: string[] = [];
  for await (const id of importedIds(db, job)) if (!seen.has(id)) unseen.push(id);
  return unseen;
}
