/**
 * One run of a job: it reads the directory page by page, writes what is new or different, and lets go what is there no more
 * once it has read everything. Each transaction has its progress with it, so that a run goes on wherever it was broken off.
 */

import { kindOf } from '#protocol/rest/sync-job.ts';
import type { Directories } from '../directories/directories.ts';
import type { Read } from '../directories/directory.ts';
import { beginRun, type HeldRun, holdRun } from '../store/sync/held-run.ts';
import type { Listed } from '../store/sync/sync-kind.ts';
import type { ClaimedRun, Ending } from '../store/sync/sync-runs.ts';
import { readTeachers, type Teachers } from './bring-members.ts';
import { letGo } from './let-go.ts';
import { createPace } from './pace.ts';
import { readPatiently } from './read-patiently.ts';
import { inRun, type RunDeps } from './run-deps.ts';
import { createRunNews } from './run-news.ts';
import { createRunStatistics } from './run-statistics.ts';
import { directoryFailure, failed, STOPPED } from './sync-failure.ts';
import { type ListedPage, syncKind } from './sync-kinds.ts';
import { writePage } from './write-page.ts';

/** A directory that never comes to an end. */
const MOST_PAGES = 20_000;

/** `lost`: another process has it, or it is gone with its job. */
export type RunEnd = Ending | 'lost';
type Step = RunEnd | 'again';

type Ahead = { after: string | undefined; page: Promise<Read<ListedPage<Listed>>> };
/** What one run keeps from step to step. */
type Course = {
  ahead: Ahead | undefined;
  teachers: Promise<Read<Teachers>> | undefined;
  hasBegunAgain: boolean;
  deps: RunDeps;
  signal: AbortSignal;
};

export function createRunSync(
  parts: Omit<RunDeps, 'pace' | 'news' | 'statistics'> & { directories: Directories },
) {
  const { db, directories, clock, announce, takeTurn } = parts;

  /** As it stands; one that has not begun, or by settings that have changed since, begins. */
  const hold = (run: ClaimedRun, course: Course): Promise<HeldRun | undefined> =>
    takeTurn(() =>
      db.transaction().execute(async (trx) => {
        const held = await holdRun(trx, run);
        if (!held || held.stopAsked || held.isOff) return held;
        if (!held.isOutdated && held.broughtBefore !== undefined) return held;
        await beginRun(trx, run);
        // They may be those of another site.
        course.teachers = undefined;
        return holdRun(trx, run);
      }),
    );

  async function readStep(run: ClaimedRun, held: HeldRun, course: Course): Promise<Step> {
    const { job, cursor } = held;
    const { signal, deps } = course;
    const opened = await directories.open(job.tenant, job.integrationId);
    if (opened.name !== 'open') return failed(directoryFailure(opened, job));
    const { directoryName, service } = opened;
    const kind = syncKind(kindOf(job.importSettings));
    const from = { directory: opened.directory, service, job };
    const readPage = (after: string | undefined): Ahead => ({
      after,
      page: readPatiently(() => kind.list(from, after, signal), { clock, signal }),
    });
    const { ahead } = course;
    course.ahead = undefined;
    const answer = await (ahead !== undefined && ahead.after === cursor ? ahead : readPage(cursor)).page;
    if (signal.aborted) return 'again';
    if (answer.name !== 'read') {
      // The directory does not know this place in its list any more: it is read from the beginning, once.
      if (cursor !== undefined && !course.hasBegunAgain && isLostPlace(answer.name)) {
        course.hasBegunAgain = true;
        await inRun(deps, run, (trx) => beginRun(trx, run));
        return 'again';
      }
      return failed(directoryFailure({ ...answer, directoryName }, job));
    }
    if (held.pages >= MOST_PAGES) return failed(directoryFailure({ name: 'unreadable', directoryName }, job));
    const page = answer.value;
    // It is read while the one before is written.
    if (page.next !== undefined) {
      course.ahead = readPage(page.next);
      // Whether it could be read counts when its turn comes.
      course.ahead.page.catch(() => undefined);
    }
    const teachers = () => {
      course.teachers ??= readTeachers(deps, from, signal);
      return course.teachers;
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

  async function goOn(run: ClaimedRun, course: Course): Promise<RunEnd> {
    const { signal, deps } = course;
    try {
      for (let isFirst = true; ; isFirst = false) {
        if (signal.aborted) return 'lost';
        const held = await hold(run, course);
        if (!held) return 'lost';
        if (isFirst) tellOfBefore(deps, held);
        if (held.stopAsked || held.isOff) return STOPPED;
        const step = held.listed ? await letGo(deps, run, held) : await readStep(run, held, course);
        if (step !== 'again') return step;
      }
    } finally {
      deps.news.end();
    }
  }

  /** Ends early, and is `lost`, when the signal says so. */
  return async (run: ClaimedRun, signal: AbortSignal): Promise<RunEnd> => {
    const ended = new AbortController();
    const course: Course = {
      ahead: undefined,
      teachers: undefined,
      hasBegunAgain: false,
      deps: {
        ...parts,
        pace: createPace(),
        news: createRunNews({ clock, announce }),
        statistics: createRunStatistics(db, takeTurn),
      },
      signal: AbortSignal.any([signal, ended.signal]),
    };
    try {
      return await goOn(run, course);
    } finally {
      ended.abort();
      await course.ahead?.page.catch(() => undefined);
    }
  };
}

/** A process that was killed may have told nobody of what it had written. */
function tellOfBefore({ announce }: Pick<RunDeps, 'announce'>, { job, counted }: HeldRun): void {
  const { added, changed, removed } = counted;
  if (added + changed + removed > 0) announce(job, removed > 0 ? 'removed' : 'added');
}

/** Providers say it in different ways; what they do not understand at all they say again at the first page. */
const isLostPlace = (name: string) => name === 'gone' || name === 'unreadable' || name === 'rejected';
