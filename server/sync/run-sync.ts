/**
 * One run of a job: it reads the directory page by page, writes new and changed items, and removes the
 * missing ones after the last page. Each transaction stores the progress with its rows, so that an
 * interrupted run continues at the same place.
 */

import type { Directories } from '#directories/directories.ts';
import type { Read } from '#directories/directory.ts';
import { kindOf } from '#protocol/rest/sync-job.ts';
import { beginRun, type HeldRun, holdRun } from '#store/sync/held-run.ts';
import type { Listed } from '#store/sync/sync-kind.ts';
import type { ClaimedRun, Ending } from '#store/sync/sync-runs.ts';
import { readTeachers, type Teachers } from './import-members.ts';
import { createPace } from './pace.ts';
import { readPatiently } from './read-patiently.ts';
import { removeUnseen } from './remove-unseen.ts';
import { inRun, type RunDeps } from './run-deps.ts';
import { createRunNews } from './run-news.ts';
import { createRunStatistics } from './run-statistics.ts';
import { directoryFailure, failed, STOPPED } from './sync-failure.ts';
import { type ListedPage, syncKind } from './sync-kinds.ts';
import { writePage } from './write-page.ts';

/** Limit for a directory whose pages never end. */
const MAX_PAGES = 20_000;

/** `lost`: another process has the run, or it was deleted with its job. */
export type RunEnd = Ending | 'lost';
type Step = RunEnd | 'again';

type Ahead = { after: string | undefined; page: Promise<Read<ListedPage<Listed>>> };
/** In-memory state of one run. Everything that must survive a restart is in sync_runs. */
type RunState = {
  ahead: Ahead | undefined;
  teachers: Promise<Read<Teachers>> | undefined;
  hasRestarted: boolean;
  deps: RunDeps;
  signal: AbortSignal;
};

export function createRunSync(
  parts: Omit<RunDeps, 'pace' | 'news' | 'statistics'> & { directories: Directories },
) {
  const { db, directories, clock, announce, queueWork } = parts;

  /** Reads the run's progress, and starts with the first page if the run or its settings are new. */
  const hold = (run: ClaimedRun, state: RunState): Promise<HeldRun | undefined> =>
    queueWork(() =>
      db.transaction().execute(async (trx) => {
        const held = await holdRun(trx, run);
        if (!held || held.stopAsked || held.isOff) return held;
        if (!held.isOutdated && held.importedBefore !== undefined) return held;
        await beginRun(trx, run);
        // The new settings may name another site.
        state.teachers = undefined;
        return holdRun(trx, run);
      }),
    );

  async function readStep(run: ClaimedRun, held: HeldRun, state: RunState): Promise<Step> {
    const { job, cursor } = held;
    const { signal, deps } = state;
    const opened = await directories.open(job.tenant, job.integrationId);
    if (opened.name !== 'open') return failed(directoryFailure(opened, job));
    const { directoryName, service } = opened;
    const kind = syncKind(kindOf(job.importSettings));
    const from = { directory: opened.directory, service, job };
    const readPage = (after: string | undefined): Ahead => ({
      after,
      page: readPatiently(() => kind.list(from, after, signal), { clock, signal }),
    });
    const { ahead } = state;
    state.ahead = undefined;
    const answer = await (ahead !== undefined && ahead.after === cursor ? ahead : readPage(cursor)).page;
    if (signal.aborted) return 'again';
    if (answer.name !== 'read') {
      // The directory no longer accepts this page token, so the run restarts from the first page, once.
      if (cursor !== undefined && !state.hasRestarted && isLostPlace(answer.name)) {
        state.hasRestarted = true;
        await inRun(deps, run, (trx) => beginRun(trx, run));
        return 'again';
      }
      return failed(directoryFailure({ ...answer, directoryName }, job));
    }
    if (held.pages >= MAX_PAGES) return failed(directoryFailure({ name: 'unreadable', directoryName }, job));
    const page = answer.value;
    // Read the next page while this one is written.
    if (page.next !== undefined) {
      state.ahead = readPage(page.next);
      // A failure is handled when that page is needed.
      state.ahead.page.catch(() => undefined);
    }
    const teachers = () => {
      state.teachers ??= readTeachers(deps, from, signal);
      return state.teachers;
    };
    const { store, finish } = kind;
    const finished = await writePage(deps, run, {
      held,
      store,
      page,
      finish: finish && ((ids) => finish(deps, run, { from, ids, signal, teachers })),
    });
    if (finished.name === 'finished' || finished.name === 'lost') return 'again';
    return failed(directoryFailure({ ...finished, directoryName }, job));
  }

  async function continueRun(run: ClaimedRun, state: RunState): Promise<RunEnd> {
    const { signal, deps } = state;
    try {
      for (let isFirst = true; ; isFirst = false) {
        if (signal.aborted) return 'lost';
        const held = await hold(run, state);
        if (!held) return 'lost';
        if (isFirst) announceEarlier(deps, held);
        if (held.stopAsked || held.isOff) return STOPPED;
        const step = held.listed ? await removeUnseen(deps, run, held) : await readStep(run, held, state);
        if (step !== 'again') return step;
      }
    } finally {
      deps.news.end();
    }
  }

  /** Ends early with `lost` when the signal is aborted. */
  return async (run: ClaimedRun, signal: AbortSignal): Promise<RunEnd> => {
    const ended = new AbortController();
    const state: RunState = {
      ahead: undefined,
      teachers: undefined,
      hasRestarted: false,
      deps: {
        ...parts,
        pace: createPace(),
        news: createRunNews({ clock, announce }),
        statistics: createRunStatistics(db, queueWork),
      },
      signal: AbortSignal.any([signal, ended.signal]),
    };
    try {
      return await continueRun(run, state);
    } finally {
      ended.abort();
      await state.ahead?.page.catch(() => undefined);
    }
  };
}

/** A process that was killed may not have announced the rows that it had written. */
function announceEarlier({ announce }: Pick<RunDeps, 'announce'>, { job, counted }: HeldRun): void {
  const { added, changed, removed } = counted;
  if (added + changed + removed > 0) announce(job, removed > 0 ? 'removed' : 'added');
}

/** Providers reject a page token in different ways. Other errors will occur again on the first page. */
const isLostPlace = (name: string) => name === 'gone' || name === 'unreadable' || name === 'rejected';
