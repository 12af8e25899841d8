/** Batches of collected files: finished files wait for the others, so that all are saved in one download. */
import { type FileRecord, isRunning } from './file-record.ts';
import type { RecordStore } from './record-store.ts';

export function createCollectBatches(deps: {
  store: Pick<RecordStore, 'get' | 'subscribe'>;
  /** Called when no file of a batch is in progress any more, with the finished records. */
  save(ids: readonly string[]): void;
}) {
  const { store, save } = deps;
  const batches = new Map<string, readonly string[]>();
  /** Finished records per batch that wait for the others. */
  const waiting = new Map<string, Set<string>>();

  const isUnderWay = (id: string): boolean => {
    const record = store.get(id);
    return record !== undefined && isRunning(record);
  };

  function settle(batchId: string): void {
    const ids = waiting.get(batchId);
    if (ids === undefined || (batches.get(batchId) ?? []).some(isUnderWay)) return;
    waiting.delete(batchId);
    save([...ids]);
  }
  // The last file of a batch may fail or be cancelled.
  store.subscribe(() => {
    for (const batchId of waiting.keys()) settle(batchId);
  });

  return {
    begin: (batchId: string, ids: readonly string[]): void => void batches.set(batchId, ids),
    /** Whether others of this finished file's batch are running or waiting. If so, the file waits too. */
    joins({ id, batchId }: FileRecord): boolean {
      const hasOthers = (batches.get(batchId) ?? []).some((other) => other !== id && isUnderWay(other));
      if (!hasOthers && !waiting.has(batchId)) return false;
      waiting.set(batchId, (waiting.get(batchId) ?? new Set()).add(id));
      return true;
    },
    settle,
    isWaiting: ({ id, batchId }: FileRecord): boolean => waiting.get(batchId)?.has(id) === true,
    leave: ({ id, batchId }: FileRecord): void => void waiting.get(batchId)?.delete(id),
  };
}
