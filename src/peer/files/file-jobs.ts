/** Jobs of file exchange: the records that share one call to a device, from the queue to its end. */
import { type CallSlots, createCallSlots } from './call-slots.ts';
import { type FileCall, type FileCallDeps, type RunningFileCall, startFileCall } from './file-call.ts';
import type { FileProblem } from './file-problem.ts';
import { brokenOff, bytesOf, type FileRecord, isRunning } from './file-record.ts';
import type { RecordStore } from './record-store.ts';

/** Maximum number of simultaneous connections. */
const MAX_CALLS = 6;

export type FileJobs = {
  /** `recordOf`: returns the record id of a file of the call. */
  begin(recordIds: readonly string[], call: FileCall, recordOf: (fileId: string) => string): void;
  /** True while this record has not ended. One that failed before the rest of its job may be restarted. */
  has(recordId: string): boolean;
  /** Ends the jobs of these records; a device's files of one batch are cancelled together. */
  cancel(recordIds: readonly string[]): Promise<void>;
  cancelAll(): Promise<void>;
  /** All 0 when nothing runs. */
  counts(): ReturnType<CallSlots['size']> & { jobs: number };
};

type Job = {
  recordIds: readonly string[];
  state:
    | { name: 'queued'; leaveQueue(): void }
    /** `leave` frees the slot for the next job. */
    | { name: 'calling'; call: RunningFileCall; leave(): void };
};

export type FileJobsDeps = {
  calls: FileCallDeps;
  store: RecordStore;
  /** The whole file was received or sent. */
  finished(recordId: string): void;
  /** Removes all local data of a collected file. */
  drop(recordId: string): Promise<void>;
};

export function createFileJobs({ calls, store, finished, drop }: FileJobsDeps): FileJobs {
  const slots = createCallSlots(MAX_CALLS);
  const running = new Set<Job>();
  /** The job of each record that has not ended. */
  const jobs = new Map<string, Job>();

  const leftOf = (job: Job): FileRecord[] =>
    store.records(job.recordIds.filter((id) => jobs.get(id) === job));

  function fail(id: string, problem: FileProblem): void {
    const record = store.get(id);
    if (record === undefined || !isRunning(record)) return;
    const next = brokenOff(record, problem);
    if (record.direction === 'collect' && next.name === 'failed') void drop(id);
    store.set(id, next);
  }

  function showAll(job: Job, name: 'waiting' | 'requested'): void {
    for (const record of leftOf(job)) store.set(record.id, { name, bytes: bytesOf(record) });
  }

  /** Ends the job. Returns the records that it left unfinished, in their new state. */
  function endJob(job: Job, problem: FileProblem | undefined): FileRecord[] {
    running.delete(job);
    const leftIds = leftOf(job).map(({ id }) => id);
    for (const id of leftIds) {
      jobs.delete(id);
      if (problem !== undefined) fail(id, problem);
    }
    return store.records(leftIds);
  }

  function startCall(job: Job, call: FileCall, on: { recordOf(fileId: string): string; leave(): void }) {
    /** Records left unfinished. A later change to them takes precedence over the explanation of this call. */
    let leftOver: readonly FileRecord[] = [];
    return startFileCall(calls, call, {
      connected() {
        // Files are sent one after the other, so all but the first wait.
        if (job.recordIds.length > 1) showAll(job, 'waiting');
      },
      progress: (fileId, bytes) => store.set(on.recordOf(fileId), { name: 'progress', bytes }),
      done(fileId) {
        jobs.delete(on.recordOf(fileId));
        finished(on.recordOf(fileId));
      },
      failed(fileId, problem) {
        jobs.delete(on.recordOf(fileId));
        fail(on.recordOf(fileId), problem);
      },
      ended(problem) {
        leftOver = endJob(job, problem);
        on.leave();
      },
      explained(problem) {
        for (const record of leftOver) {
          if (store.get(record.id) === record) store.set(record.id, brokenOff(record, problem));
        }
      },
    });
  }

  async function cancelJob(job: Job): Promise<void> {
    const { state } = job;
    if (state.name === 'queued') state.leaveQueue();
    running.delete(job);
    const cancelled = leftOf(job);
    for (const { id } of cancelled) {
      jobs.delete(id);
      store.set(id, { name: 'cancelled' });
    }
    if (state.name === 'calling') {
      const stopped = state.call.cancel();
      state.leave();
      await stopped;
    }
    for (const { id, direction } of cancelled) if (direction === 'collect') await drop(id);
  }

  return {
    begin(recordIds, call, recordOf) {
      let leaveQueue = () => {};
      const job: Job = { recordIds, state: { name: 'queued', leaveQueue: () => leaveQueue() } };
      running.add(job);
      for (const id of recordIds) jobs.set(id, job);
      showAll(job, 'waiting');
      leaveQueue = slots.enter((leave) => {
        showAll(job, 'requested');
        job.state = { name: 'calling', call: startCall(job, call, { recordOf, leave }), leave };
      });
    },
    has: (id) => jobs.has(id),
    async cancel(ids) {
      await Promise.all([...new Set(ids.flatMap((id) => jobs.get(id) ?? []))].map(cancelJob));
    },
    async cancelAll() {
      await Promise.all([...running].map(cancelJob));
    },
    counts: () => ({ ...slots.size(), jobs: running.size }),
  };
}
