/**
 * The files of this tab: what is sent to and collected from which device, and how far each file is. Everything that is
 * started here ends here; what cannot be finished is kept for another time, or is said to have failed.
 */
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import { type CollectedFilesDeps, createCollectedFiles } from './collected-files.ts';
import { collectedNames } from './collected-names.ts';
import type { FileCallDeps } from './file-call.ts';
import { createFileJobs } from './file-jobs.ts';
import {
  canResume,
  canRetry,
  canSave,
  type ExchangeTarget,
  type FileRecord,
  isRunning,
} from './file-record.ts';
import { type CollectSource, type ExchangeSources, newSends, recordOfKept } from './file-sources.ts';
import { createFileStarts } from './file-starts.ts';
import { createRecordStore, type ExchangeState } from './record-store.ts';

export type FileExchangeDeps = FileCallDeps & CollectedFilesDeps;
export type FileExchange = ReturnType<typeof createFileExchange>;

export function createFileExchange(deps: FileExchangeDeps) {
  const store = createRecordStore(deps.clock);
  const sources: ExchangeSources = new Map();
  const collected = createCollectedFiles({
    ...deps,
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

  const download = ({ id, target }: FileRecord, { file, saveName }: CollectSource): Promise<boolean> =>
    collected.download({ key: id, target, file, saveName });

  async function finish(id: string): Promise<void> {
    const source = sources.get(id);
    const record = store.get(id);
    if (record === undefined) return;
    if (source?.kind !== 'collect') store.set(id, { name: 'finished' });
    else if (await download(record, source)) store.set(id, { name: 'finished', hasCopy: true });
    else store.set(id, { name: 'failed', problem: 'unreadable', bytes: 0 });
  }

  async function saveAgain(record: FileRecord): Promise<void> {
    const source = sources.get(record.id);
    if (source?.kind !== 'collect' || (await download(record, source))) return;
    store.set(record.id, { name: 'finished' });
  }

  return {
    get: store.state satisfies () => ExchangeState,
    subscribe: store.subscribe,
    /**
     * To each of the devices, one connection for all files. `folder` in the devices' own notation. A file that failed
     * before goes on where it was, in place of its line.
     */
    send(targets: readonly ExchangeTarget[], files: readonly File[], folder: string): void {
      const batchId = deps.newId();
      for (const target of targets) {
        const sends = newSends({ store, sources, newId: deps.newId }, files, { target, folder, batchId });
        const ids = sends.map(({ id }) => id);
        starts.send(ids, target, folder);
      }
    },
    /** Each file over a connection of its own, so that each can be cancelled and go on by itself. */
    collect(wanted: readonly { target: ExchangeTarget; file: RetrievedFile }[]): void {
      const batchId = deps.newId();
      const names = collectedNames(wanted);
      for (const [index, { target, file }] of wanted.entries()) {
        const id = deps.newId();
        const { fileName, size } = file;
        const state = { name: 'waiting', bytes: 0 } as const;
        const source = { kind: 'collect', file, saveName: names[index] } as const;
        sources.set(id, source);
        store.add([{ id, direction: 'collect', target, batchId, fileName, size, state }]);
        starts.collect(id, target, source);
      }
    },
    retry: (ids: readonly string[]): void => starts.again(store.records(ids).filter(canRetry)),
    resume: (ids: readonly string[]): void => starts.again(store.records(ids).filter(canResume)),
    cancel: (ids: readonly string[]): void => void jobs.cancel(ids),
    /** Once more into the downloads: browsers ask people whether a page may put several files there. */
    save(ids: readonly string[]): void {
      for (const record of store.records(ids).filter(canSave)) void saveAgain(record);
    },
    /** Removes the copies of what was collected, also where the browser is still reading them. */
    drop(ids: readonly string[]): void {
      for (const { id } of store.records(ids).filter(canSave)) {
        store.set(id, { name: 'finished' });
        // The copy is not offered again, also where it cannot be removed, or not before a reload.
        void collected.hide(id);
        void collected.drop(id);
      }
    },
    /** Takes these out of the list; what runs stays. */
    clear(ids: readonly string[]): void {
      const over = store.records(ids).filter((record) => !isRunning(record));
      for (const record of over) {
        if (canResume(record)) void collected.drop(record.id);
        else if (canSave(record)) void collected.hide(record.id);
        sources.delete(record.id);
      }
      store.remove(over.map(({ id }) => id));
    },
    /** Takes over what a tab that is gone could not finish, and what it has finished and can be saved again. */
    async restore(): Promise<void> {
      const kept = await collected.takeOver();
      for (const { key, file, saveName } of kept) sources.set(key, { kind: 'collect', file, saveName });
      if (kept.length > 0) store.add(kept.map(recordOfKept));
    },
    /** The session is over: nothing runs on. */
    async end(): Promise<void> {
      await jobs.cancelAll();
      store.end();
      await collected.end();
    },
    /** A leak test's measure: all 0 when nothing runs. */
    counts: jobs.counts,
  };
}
