/**
 * The file transfers of this tab: which files are sent to and collected from which devices, and their
 * progress. Unfinished collects are stored for later; other unfinished files are reported as failed.
 */
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import { createObservable } from '#protocol/observable.ts';
import { createCollectBatches } from './collect-batches.ts';
import { type CollectedFilesDeps, createCollectedFiles, type Packing } from './collected-files.ts';
import type { FileCallDeps } from './file-call.ts';
import { createFileJobs } from './file-jobs.ts';
import {
  canResume,
  canRetry,
  canSave,
  type ExchangeTarget,
  type FileRecord,
  type FileState,
  isRunning,
} from './file-record.ts';
import { type ExchangeSources, newCollects, newSends, recordOfKept } from './file-sources.ts';
import { createFileStarts } from './file-starts.ts';
import type { KeptCollect } from './kept-collects.ts';
import { createRecordStore, type ExchangeState } from './record-store.ts';

export type FileExchangeDeps = FileCallDeps & CollectedFilesDeps;
export type FileExchange = ReturnType<typeof createFileExchange>;

export function createFileExchange(deps: FileExchangeDeps) {
  const store = createRecordStore(deps.clock);
  const sources: ExchangeSources = new Map();
  const packing = createObservable<Packing | undefined>(undefined);
  const collected = createCollectedFiles({
    ...deps,
    packing: packing.set,
    dropped(key) {
      const record = store.get(key);
      if (record && canSave(record)) store.set(key, { name: 'finished' });
    },
  });
  const jobs = createFileJobs({
    calls: deps,
    store,
    finished: (id) => void finish(id),
    drop: collected.drop,
  });
  const starts = createFileStarts({ jobs, sources, collected, chunks: deps.chunks });

  const keptOf = ({ id, target }: FileRecord): KeptCollect[] => {
    const source = sources.get(id);
    return source?.kind === 'collect'
      ? [{ key: id, target, file: source.file, saveName: source.saveName }]
      : [];
  };
  /** Downloads the collected files of these records. Records without a stored file get the state `gone`. */
  async function download(ids: readonly string[], gone: FileState): Promise<void> {
    const missing = await collected.download(store.records(ids).flatMap(keptOf));
    for (const id of missing) store.set(id, gone);
  }

  const UNREADABLE = { name: 'failed', problem: 'unreadable', bytes: 0 } as const;

  const batches = createCollectBatches({ store, save: (ids) => void download(ids, UNREADABLE) });

  async function finish(id: string): Promise<void> {
    const record = store.get(id);
    if (record === undefined) return;
    const [kept] = record.direction === 'collect' ? keptOf(record) : [];
    if (kept === undefined) return store.set(id, { name: 'finished' });
    if (!batches.joins(record)) {
      const missing = await collected.download([kept]);
      return store.set(id, missing.size > 0 ? UNREADABLE : { name: 'finished', hasCopy: true });
    }
    await collected.note({ ...kept, isWhole: true });
    store.set(id, { name: 'finished', hasCopy: true });
    batches.settle(record.batchId);
  }

  return {
    get: store.state satisfies () => ExchangeState,
    subscribe: store.subscribe,
    /** Progress of zipping several files; undefined if none is running. */
    packing: { get: packing.get, subscribe: packing.subscribe },
    /**
     * Sends all files to each device over one connection. `folder` is in the devices' own notation. A file
     * that failed before resumes, and replaces its old record.
     */
    send(targets: readonly ExchangeTarget[], files: readonly File[], folder: string): void {
      const batchId = deps.newId();
      for (const target of targets) {
        const sends = newSends({ store, sources, newId: deps.newId }, files, { target, folder, batchId });
        const ids = sends.map(({ id }) => id);
        starts.send(ids, target, folder);
      }
    },
    /** Collects each file over its own connection, so that each can be cancelled and resumed separately. */
    collect(wanted: readonly { target: ExchangeTarget; file: RetrievedFile }[]): void {
      const collects = newCollects({ store, sources, newId: deps.newId }, wanted);
      batches.begin(
        collects[0]?.record.batchId ?? '',
        collects.map(({ record }) => record.id),
      );
      for (const { record, source } of collects) starts.collect(record.id, record.target, source);
    },
    retry: (ids: readonly string[]): void => starts.again(store.records(ids).filter(canRetry)),
    resume: (ids: readonly string[]): void => starts.again(store.records(ids).filter(canResume)),
    cancel: (ids: readonly string[]): void => void jobs.cancel(ids),
    /** Saves to the downloads again, several as one file. */
    save(ids: readonly string[]): void {
      const savable = store.records(ids).filter(canSave);
      void download(
        savable.map(({ id }) => id),
        { name: 'finished' },
      );
    },
    /** Removes the copies of collected files, even if the browser is still reading them. */
    drop(ids: readonly string[]): void {
      for (const record of store.records(ids).filter(canSave)) {
        const { id } = record;
        store.set(id, { name: 'finished' });
        batches.leave(record);
        // Hide it even if the removal fails or a reload comes first, so that it is not offered again.
        void collected.hide(id);
        void collected.drop(id);
      }
    },
    /** Removes these records from the list, except running ones and those that wait for their batch. */
    clear(ids: readonly string[]): void {
      const over = store.records(ids).filter((record) => !isRunning(record) && !batches.isWaiting(record));
      for (const record of over) {
        if (canResume(record)) void collected.drop(record.id);
        else if (canSave(record)) void collected.hide(record.id);
        sources.delete(record.id);
      }
      store.remove(over.map(({ id }) => id));
    },
    /** Takes over collects of closed tabs: unfinished ones, and finished ones that can be saved again. */
    async restore(): Promise<void> {
      const kept = await collected.takeOver();
      for (const { key, file, saveName } of kept) sources.set(key, { kind: 'collect', file, saveName });
      if (kept.length > 0) store.add(kept.map(recordOfKept));
    },
    /** The session has ended, so everything is cancelled. */
    async end(): Promise<void> {
      await jobs.cancelAll();
      store.end();
      await collected.end();
    },
    /** For a leak test: all 0 when nothing runs. */
    counts: jobs.counts,
  };
}
