/** Writes the new and changed items of a page in batches. The last batch also marks the page as complete. */
import type { Transaction } from 'kysely';
import type { Database } from '#store/database.ts';
import { countIn, type HeldRun, notePage } from '#store/sync/held-run.ts';
import { keepItems } from '#store/sync/sync-items.ts';
import type { Listed, PendingItem, SyncStore } from '#store/sync/sync-kind.ts';
import type { ClaimedRun } from '#store/sync/sync-runs.ts';
import { comparePage } from './compare-page.ts';
import type { Finished } from './import-members.ts';
import { inRun, type RunDeps } from './run-deps.ts';
import type { ListedPage } from './sync-kinds.ts';

type Page = {
  held: HeldRun;
  store: SyncStore<Listed>;
  page: ListedPage<Listed>;
  /** Imports the members of the page's items, before the page is complete. */
  finish?: ((ids: readonly string[]) => Promise<Finished>) | undefined;
};

/** Stops early if the run is lost, outdated or to be stopped. */
export async function writePage(
  deps: RunDeps,
  run: ClaimedRun,
  { held, store, page, finish }: Page,
): Promise<Finished> {
  const { job, pages, counted } = held;
  await deps.statistics.refresh(['sync_items', ...store.tables], counted.added);
  const { ids, different } = await deps.queueWork(() =>
    comparePage(deps.db, { store, job, items: page.items }),
  );

  async function write(trx: Transaction<Database>, some: readonly PendingItem<Listed>[]): Promise<void> {
    if (some.length === 0) return;
    const { items, added, changed } = await store.write(trx, job, some, deps.clock.now());
    await keepItems(trx, job, { kind: store.kind, items });
    await countIn(trx, run, { added, changed, removed: 0 });
    if (added + changed > 0) deps.news.note(job);
  }

  let from = 0;
  const isMore = () => different.length - from > (finish === undefined ? deps.pace.rows() : 0);
  while (isMore()) {
    const some = different.slice(from, from + deps.pace.rows());
    const isWritten = await inRun(
      deps,
      run,
      async (trx) => {
        await write(trx, some);
        return true;
      },
      some.length,
    );
    if (!isWritten) return { name: 'lost' };
    deps.news.committed();
    from += some.length;
  }
  const finished = await finish?.(ids);
  if (finished !== undefined && finished.name !== 'finished') return finished;
  const rest = different.slice(from);
  await inRun(
    deps,
    run,
    async (trx) => {
      await write(trx, rest);
      await notePage(trx, run, { number: pages, ids, next: page.next });
    },
    rest.length,
  );
  deps.news.committed();
  return { name: 'finished' };
}
