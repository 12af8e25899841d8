/**
 * The files of this tab: what is sent to and collected from which device, and how far it is (FILE-10). Everything that it
 * starts it ends; what it cannot finish it keeps, or says so.
 */
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import { createCallSlots } from './call-slots.ts';
import { type CollectedFilesDeps, createCollectedFiles } from './collected-files.ts';
import { collectedNames } from './collected-names.ts';
import { type FileCall, type FileCallDeps, type RunningFileCall, startFileCall } from './file-call.ts';
import { collectCall, sendCall } from './file-calls.ts';
import type { FileProblem } from './file-problem.ts';
import {
  bytesOf,
  canResume,
  canRetry,
  canSave,
  type ExchangeTarget,
  type FileRecord,
  type FileState,
  interrupted,
  isRunning,
} from './file-record.ts';
import { createRecordStore, type ExchangeState } from './record-store.ts';

/** So many connections at once. */
const MAX_CALLS = 6;

export type FileExchangeDeps = FileCallDeps & CollectedFilesDeps;

/**
 * Of what is sent: the file, and the id by which the device knows it. Of what is collected: the line of the listing; its
 * key is the record's id. `saveName`: what it is called among the downloads.
 */
type Source = { kind: 'send'; fileId: string; file: File; folder: string } | ({ kind: 'collect' } & Collect);
type Collect = { file: RetrievedFile; saveName: string | undefined };
type Job = { recordIds: readonly string[]; leaveQueue(): void; leave(): void; call?: RunningFileCall };

const isSameFile = (a: File, b: File) =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

export type FileExchange = ReturnType<typeof createFileExchange>;

export function createFileExchange(deps: FileExchangeDeps) {
  const slots = createCallSlots(MAX_CALLS);
  const store = createRecordStore(deps.clock);
  const collected = createCollectedFiles({
    ...deps,
    dropped(key) {
      const record = store.get(key);
      if (record && canSave(record)) store.set(key, { name: 'finished' });
    },
  });
  const sources = new Map<string, Source>();
  /** Those that are under way. */
  const running = new Set<Job>();
  /** By record that has not ended, the records of one job share it. One that failed before the others may be tried again. */
  const jobs = new Map<string, Job>();

  const recordsOf = (ids: readonly string[]): FileRecord[] => ids.flatMap((id) => store.get(id) ?? []);

  /** How it stands once it has ended before it was whole. */
  const brokenOff = (record: FileRecord, problem: FileProblem): FileState =>
    record.direction === 'send'
      ? { name: 'failed', problem, bytes: bytesOf(record) }
      : interrupted(bytesOf(record), problem);

  function fail(id: string, problem: FileProblem): void {
    const record = store.get(id);
    if (record === undefined || !isRunning(record)) return;
    const next = brokenOff(record, problem);
    if (record.direction === 'collect' && next.name === 'failed') void collected.drop(id);
    store.set(id, next);
  }

  async function finish(id: string): Promise<void> {
    const source = sources.get(id);
    const record = store.get(id);
    if (record === undefined) return;
    jobs.delete(id);
    if (source?.kind !== 'collect') store.set(id, { name: 'finished' });
    else if (await download(record, source)) store.set(id, { name: 'finished', hasCopy: true });
    else store.set(id, { name: 'failed', problem: 'unreadable', bytes: 0 });
  }

  const download = ({ id, target }: FileRecord, { file, saveName }: Collect): Promise<boolean> =>
    collected.download({ key: id, target, file, saveName });

  async function saveAgain(record: FileRecord): Promise<void> {
    const source = sources.get(record.id);
    if (source?.kind !== 'collect' || (await download(record, source))) return;
    store.set(record.id, { name: 'finished' });
  }

  function begin(ids: readonly string[], call: FileCall, recordOf: (fileId: string) => string): void {
    const job: Job = { recordIds: ids, leaveQueue: () => {}, leave: () => {} };
    const left = () => recordsOf(ids.filter((id) => jobs.get(id) === job));
    /** As the call that is over has left them: whatever became of them since is none of its business. */
    let leftOver: readonly FileRecord[] = [];
    const showAll = (name: 'waiting' | 'requested') => {
      for (const record of left()) store.set(record.id, { name, bytes: bytesOf(record) });
    };
    running.add(job);
    for (const id of ids) jobs.set(id, job);
    showAll('waiting');
    job.leaveQueue = slots.enter((leave) => {
      job.leave = leave;
      showAll('requested');
      job.call = startFileCall(deps, call, {
        // One file after the other: those behind the first have to wait.
        connected() {
          if (ids.length > 1) showAll('waiting');
        },
        progress: (fileId, bytes) => store.set(recordOf(fileId), { name: 'progress', bytes }),
        done: (fileId) => void finish(recordOf(fileId)),
        failed(fileId, problem) {
          jobs.delete(recordOf(fileId));
          fail(recordOf(fileId), problem);
        },
        ended(problem) {
          running.delete(job);
          const leftIds = left().map(({ id }) => id);
          for (const id of leftIds) {
            jobs.delete(id);
            if (problem !== undefined) fail(id, problem);
          }
          leftOver = recordsOf(leftIds);
          leave();
        },
        explained(problem) {
          for (const record of leftOver) {
            if (store.get(record.id) === record) store.set(record.id, brokenOff(record, problem));
          }
        },
      });
    });
  }

  function startSending(ids: readonly string[], target: ExchangeTarget, folder: string): void {
    const files = ids.flatMap((id) => {
      const source = sources.get(id);
      return source?.kind === 'send' ? [{ recordId: id, id: source.fileId, file: source.file }] : [];
    });
    const recordIds = new Map(files.map(({ recordId, id }) => [id, recordId]));
    begin(ids, sendCall(deps, { target, files, folder }), (id) => recordIds.get(id) ?? '');
  }

  function startCollecting(id: string, target: ExchangeTarget, { file, saveName }: Collect): void {
    const ready = collected.note({ key: id, target, file, saveName });
    begin([id], collectCall(deps, { target, file, key: id, ready }), () => id);
  }

  /** The line of a file that did not get to this device: it has kept what came of it under that file's id. */
  function failedSend(clientId: string, file: File): FileRecord | undefined {
    return store.state().records.find((record) => {
      const source = sources.get(record.id);
      return (
        record.state.name === 'failed' &&
        record.target.recipient.clientId === clientId &&
        source?.kind === 'send' &&
        isSameFile(source.file, file)
      );
    });
  }

  /** Retries and resumes: each device's files of one batch together. */
  function again(ids: readonly string[], may: (record: FileRecord) => boolean): void {
    const sends = new Map<string, { ids: string[]; target: ExchangeTarget; folder: string }>();
    for (const record of recordsOf(ids)) {
      const source = sources.get(record.id);
      if (source === undefined || jobs.has(record.id) || !may(record)) continue;
      if (source.kind === 'collect') startCollecting(record.id, record.target, source);
      else {
        const key = `${record.batchId} ${record.target.recipient.clientId}`;
        const send = sends.get(key) ?? { ids: [], target: record.target, folder: source.folder };
        send.ids.push(record.id);
        sends.set(key, send);
      }
    }
    for (const send of sends.values()) startSending(send.ids, send.target, send.folder);
  }

  async function cancelJob(job: Job): Promise<void> {
    job.leaveQueue();
    running.delete(job);
    const cancelled = recordsOf(job.recordIds.filter((id) => jobs.get(id) === job));
    for (const { id } of cancelled) {
      jobs.delete(id);
      store.set(id, { name: 'cancelled' });
    }
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
    /**
     * To each of the devices, one connection for all files. `folder` in the devices' own notation. A file that failed
     * before goes on where it was, in place of its line.
     */
    send(targets: readonly ExchangeTarget[], files: readonly File[], folder: string): void {
      const batchId = deps.newId();
      for (const target of targets) {
        const { clientId } = target.recipient;
        const records = files.map((file): FileRecord => {
          const earlier = failedSend(clientId, file);
          const before = earlier && sources.get(earlier.id);
          const fileId = before?.kind === 'send' ? before.fileId : deps.newId();
          if (earlier) store.remove([earlier.id]);
          const id = `${fileId} ${clientId}`;
          sources.set(id, { kind: 'send', fileId, file, folder });
          const { name, size } = file;
          const state = { name: 'waiting', bytes: earlier ? bytesOf(earlier) : 0 } as const;
          return { id, direction: 'send', target, batchId, fileName: name, size, state };
        });
        store.add(records);
        startSending(
          records.map(({ id }) => id),
          target,
          folder,
        );
      }
    },
    /** Each file over a connection of its own, so that each can be cancelled and go on by itself. */
    collect(wanted: readonly { target: ExchangeTarget; file: RetrievedFile }[]): void {
      const batchId = deps.newId();
      const names = collectedNames(wanted);
      for (const [at, { target, file }] of wanted.entries()) {
        const id = deps.newId();
        const { fileName, size } = file;
        const state = { name: 'waiting', bytes: 0 } as const;
        const collect = { file, saveName: names[at] };
        sources.set(id, { kind: 'collect', ...collect });
        store.add([{ id, direction: 'collect', target, batchId, fileName, size, state }]);
        startCollecting(id, target, collect);
      }
    },
    retry: (ids: readonly string[]): void => again(ids, canRetry),
    resume: (ids: readonly string[]): void => again(ids, canResume),
    cancel: (ids: readonly string[]): void => void cancel(ids),
    /** Once more into the downloads: browsers ask people whether a page may put several files there. */
    save(ids: readonly string[]): void {
      for (const record of recordsOf(ids).filter(canSave)) void saveAgain(record);
    },
    /** Removes the copies of what was collected, also where the browser is still reading them. */
    drop(ids: readonly string[]): void {
      for (const { id } of recordsOf(ids).filter(canSave)) {
        store.set(id, { name: 'finished' });
        // Also where it cannot be removed, or not before a reload.
        void collected.hide(id);
        void collected.drop(id);
      }
    },
    /** Takes these out of the list; what runs stays. */
    clear(ids: readonly string[]): void {
      const over = recordsOf(ids).filter((record) => !isRunning(record));
      for (const record of over) {
        if (canResume(record)) void collected.drop(record.id);
        else if (canSave(record)) void collected.hide(record.id);
        sources.delete(record.id);
      }
      store.remove(over.map(({ id }) => id));
    },
    /** Takes over what a tab that is gone could not finish, and what it has finished and can be saved again. */
    async restore(): Promise<void> {
      const records = (await collected.takeOver()).map(
        ({ key, target, file, saveName, bytes, finishedAt }): FileRecord => {
          sources.set(key, { kind: 'collect', file, saveName });
          const { fileName, size } = file;
          const state =
            finishedAt === undefined
              ? ({ name: 'resumable', bytes } as const)
              : ({ name: 'finished', hasCopy: true } as const);
          return { id: key, direction: 'collect', target, batchId: key, fileName, size, state };
        },
      );
      if (records.length > 0) store.add(records);
    },
    /** The session is over: nothing runs on. */
    async end(): Promise<void> {
      await Promise.all([...running].map(cancelJob));
      store.end();
      await collected.end();
    },
    /** A leak test's measure: all 0 when nothing runs. */
    counts: () => ({ ...slots.size(), jobs: running.size }),
  };
}
