/**
 * The files of this tab: what is sent to and collected from which device, and how far it is (FILE-10). Everything that it
 * starts it ends; what it cannot finish it keeps, or says so.
 */
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import { createCallSlots } from './call-slots.ts';
import { type CollectedFilesDeps, createCollectedFiles } from './collected-files.ts';
import { type FileCall, type FileCallDeps, type RunningFileCall, startFileCall } from './file-call.ts';
import { collectCall, sendCall } from './file-calls.ts';
import type { FileProblem } from './file-problem.ts';
import {
  bytesOf,
  canResume,
  canRetry,
  type ExchangeTarget,
  type FileRecord,
  interrupted,
  isRunning,
} from './file-record.ts';
import { createRecordStore, type ExchangeState } from './record-store.ts';

/** So many connections at once. */
const MOST_CALLS = 6;

export type FileExchangeDeps = FileCallDeps & CollectedFilesDeps;

type Batch = { files: ReadonlyMap<string, File>; folder: string };
/** Of what is sent: its file in the batch. Of what is collected: the line of the listing; its key is the record's id. */
type Source = { kind: 'send'; fileId: string; batch: Batch } | { kind: 'collect'; file: RetrievedFile };
type Job = { recordIds: readonly string[]; leaveQueue(): void; leave(): void; call?: RunningFileCall };

export type FileExchange = ReturnType<typeof createFileExchange>;

export function createFileExchange(deps: FileExchangeDeps) {
  const slots = createCallSlots(MOST_CALLS);
  const store = createRecordStore(deps.clock);
  const collected = createCollectedFiles(deps);
  const sources = new Map<string, Source>();
  /** By record; the records of one job share it. */
  const jobs = new Map<string, Job>();

  const recordsOf = (ids: readonly string[]): FileRecord[] => ids.flatMap((id) => store.get(id) ?? []);

  function fail(id: string, problem: FileProblem): void {
    const record = store.get(id);
    if (record === undefined || !isRunning(record)) return;
    const bytes = bytesOf(record);
    const next =
      record.direction === 'send'
        ? ({ name: 'failed', problem, bytes } as const)
        : interrupted(bytes, problem);
    if (record.direction === 'collect' && next.name === 'failed') void collected.drop(id);
    store.set(id, next);
  }

  async function finish(id: string): Promise<void> {
    const source = sources.get(id);
    const record = store.get(id);
    if (record === undefined) return;
    const isWhole =
      source?.kind !== 'collect' ||
      (await collected.download({ key: id, target: record.target, file: source.file }));
    store.set(id, isWhole ? { name: 'finished' } : { name: 'failed', problem: 'unreadable', bytes: 0 });
  }

  function begin(ids: readonly string[], call: FileCall, recordOf: (fileId: string) => string): void {
    const job: Job = { recordIds: ids, leaveQueue: () => {}, leave: () => {} };
    for (const { id, ...record } of recordsOf(ids)) {
      jobs.set(id, job);
      store.set(id, { name: 'waiting', bytes: bytesOf({ id, ...record }) });
    }
    job.leaveQueue = slots.enter((leave) => {
      job.leave = leave;
      for (const record of recordsOf(ids))
        store.set(record.id, { name: 'requested', bytes: bytesOf(record) });
      job.call = startFileCall(deps, call, {
        // One file after the other: those behind the first have to wait.
        connected() {
          for (const record of ids.length > 1 ? recordsOf(ids) : []) {
            if (isRunning(record)) store.set(record.id, { name: 'waiting', bytes: bytesOf(record) });
          }
        },
        progress: (fileId, bytes) => store.set(recordOf(fileId), { name: 'progress', bytes }),
        done: (fileId) => void finish(recordOf(fileId)),
        failed: (fileId, problem) => fail(recordOf(fileId), problem),
        checking() {
          for (const record of recordsOf(ids).filter(isRunning)) {
            store.set(record.id, { name: 'checking', bytes: bytesOf(record) });
          }
        },
        ended(problem) {
          for (const id of ids) if (jobs.get(id) === job) jobs.delete(id);
          if (problem !== undefined) for (const id of ids) fail(id, problem);
          leave();
        },
      });
    });
  }

  function startSending(ids: readonly string[], target: ExchangeTarget, batch: Batch): void {
    const files = ids.flatMap((id) => {
      const source = sources.get(id);
      const file = source?.kind === 'send' ? batch.files.get(source.fileId) : undefined;
      return source?.kind === 'send' && file ? [{ recordId: id, id: source.fileId, file }] : [];
    });
    const recordIds = new Map(files.map(({ recordId, id }) => [id, recordId]));
    begin(ids, sendCall(deps, { target, files, folder: batch.folder }), (id) => recordIds.get(id) ?? '');
  }

  function startCollecting(id: string, target: ExchangeTarget, file: RetrievedFile): void {
    void collected.note({ key: id, target, file });
    begin([id], collectCall(deps, { target, file, key: id }), () => id);
  }

  /** Retries and resumes: each device's files of one batch together. */
  function again(ids: readonly string[], may: (record: FileRecord) => boolean): void {
    const sends = new Map<string, { ids: string[]; target: ExchangeTarget; batch: Batch }>();
    for (const record of recordsOf(ids)) {
      const source = sources.get(record.id);
      if (source === undefined || jobs.has(record.id) || !may(record)) continue;
      if (source.kind === 'collect') startCollecting(record.id, record.target, source.file);
      else {
        const key = `${record.batchId} ${record.target.recipient.clientId}`;
        const send = sends.get(key) ?? { ids: [], target: record.target, batch: source.batch };
        send.ids.push(record.id);
        sends.set(key, send);
      }
    }
    for (const send of sends.values()) startSending(send.ids, send.target, send.batch);
  }

  async function cancelJob(job: Job): Promise<void> {
    job.leaveQueue();
    const cancelled = recordsOf(job.recordIds).filter(isRunning);
    for (const id of job.recordIds) jobs.delete(id);
    for (const { id } of cancelled) store.set(id, { name: 'cancelled' });
    const stopped = job.call?.cancel();
    job.leave();
    await stopped;
    for (const { id, direction } of cancelled) if (direction === 'collect') await collected.drop(id);
  }

  /** A device's files of one batch are cancelled together. */
  async function cancel(ids: readonly string[]): Promise<void> {
    await Promise.all([...new Set(ids.flatMap((id) => jobs.get(id) ?? []))].map(cancelJob));
  }

  return {
    get: store.state satisfies () => ExchangeState,
    subscribe: store.subscribe,
    /** To each of the devices, one connection for all files. `folder` in the devices' own notation. */
    send(targets: readonly ExchangeTarget[], files: readonly File[], folder: string): void {
      const batchId = deps.newId();
      const batch: Batch = { files: new Map(files.map((file) => [deps.newId(), file])), folder };
      for (const target of targets) {
        const records = [...batch.files].map(([fileId, { name, size }]): FileRecord => {
          const id = `${fileId} ${target.recipient.clientId}`;
          sources.set(id, { kind: 'send', fileId, batch });
          const state = { name: 'waiting', bytes: 0 } as const;
          return { id, direction: 'send', target, batchId, fileName: name, size, state };
        });
        store.add(records);
        startSending(
          records.map(({ id }) => id),
          target,
          batch,
        );
      }
    },
    /** Each file over a connection of its own, so that each can be cancelled and go on by itself. */
    collect(wanted: readonly { target: ExchangeTarget; file: RetrievedFile }[]): void {
      const batchId = deps.newId();
      for (const { target, file } of wanted) {
        const id = deps.newId();
        const { fileName, size } = file;
        const state = { name: 'waiting', bytes: 0 } as const;
        sources.set(id, { kind: 'collect', file });
        store.add([{ id, direction: 'collect', target, batchId, fileName, size, state }]);
        startCollecting(id, target, file);
      }
    },
    retry: (ids: readonly string[]): void => again(ids, canRetry),
    resume: (ids: readonly string[]): void => again(ids, canResume),
    cancel: (ids: readonly string[]): void => void cancel(ids),
    /** Takes these out of the list; what runs stays. */
    clear(ids: readonly string[]): void {
      const over = recordsOf(ids).filter((record) => !isRunning(record));
      for (const { id, state } of over) {
        if (state.name === 'resumable') void collected.drop(id);
        sources.delete(id);
      }
      store.remove(over.map(({ id }) => id));
    },
    /** Takes over what a tab that is gone could not finish. */
    async restore(): Promise<void> {
      const records = (await collected.takeOver()).map(({ key, target, file, bytes }): FileRecord => {
        sources.set(key, { kind: 'collect', file });
        const { fileName, size } = file;
        const state = { name: 'resumable', bytes } as const;
        return { id: key, direction: 'collect', target, batchId: key, fileName, size, state };
      });
      if (records.length > 0) store.add(records);
    },
    /** The session is over: nothing runs on. */
    async end(): Promise<void> {
      await cancel([...jobs.keys()]);
      store.end();
      await collected.end();
    },
    /** A leak test's measure: all 0 when nothing runs. */
    counts: () => ({ ...slots.size(), jobs: new Set(jobs.values()).size }),
  };
}
