/** Files that are collected together: what has come waits for the others, so that all come in one download. */
import { type FileRecord, isRunning } from './file-record.ts';
import type { RecordStore } from './record-store.ts';

export function createCollectBatches(deps: {
  store: Pick<RecordStore, 'get' | 'subscribe'>;
  /** Nothing of the batch is under way any more: the records of what has come. */
  save(ids: readonly string[]): void;
}) {
  const { store, save } = deps;
  const batches = new Map<string, readonly string[]>();
  /** By batch. */
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
  // The last of a batch may fail or be cancelled.
  store.subscribe(() => {
    for (const batchId of waiting.keys()) settle(batchId);
  });

  return {
    begin: (batchId: string, ids: readonly string[]): void => void batches.set(batchId, ids),
    /** Whether this file, which has come, has others to wait for or that wait. From then on it waits too. */
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
