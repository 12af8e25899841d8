/**
 * Reads the courses of a directory page by page, and waits automatically when the directory limits the rate.
 * Courses read so far are shown meanwhile.
 */
import { type AppError, isAppError } from '#protocol/app-error.ts';
import type { Clock, EpochMs } from '#protocol/clock.ts';
import { createObservable, type Observable } from '#protocol/observable.ts';
import type { DirectoryCourse } from '#protocol/rest/integration.ts';
import type { CoursePage } from '#rest/integrations.ts';

export type CourseReading = {
  courses: readonly DirectoryCourse[];
  state:
    | { name: 'reading' }
    | { name: 'done' }
    | { name: 'waiting'; untilMs: EpochMs }
    | { name: 'failed'; error: unknown };
};

export type ReadCourses = Observable<CourseReading> & {
  /** Continues after the failed page. */
  retry(): void;
  stop(): void;
};

type ReadPage = (after: string | undefined, signal: AbortSignal) => Promise<CoursePage>;

export function readCourses(readPage: ReadPage, clock: Pick<Clock, 'now' | 'after'>): ReadCourses {
  const reading = createObservable<CourseReading>({ courses: [], state: { name: 'reading' } });
  const ended = new AbortController();
  let after: string | undefined;
  let cancelWait = () => {};
  const setState = (state: CourseReading['state']) => reading.set({ ...reading.get(), state });

  async function readOn(): Promise<void> {
    setState({ name: 'reading' });
    try {
      do {
        const { courses, next } = await readPage(after, ended.signal);
        if (ended.signal.aborted) return;
        after = next;
        reading.set({ ...reading.get(), courses: [...reading.get().courses, ...courses] });
      } while (after !== undefined);
      setState({ name: 'done' });
    } catch (error) {
      if (ended.signal.aborted) return;
      const seconds = isAppError(error) ? secondsToWait(error) : undefined;
      if (seconds === undefined) return setState({ name: 'failed', error });
      const waitMs = seconds * 1_000;
      cancelWait = clock.after(waitMs, () => void readOn());
      setState({ name: 'waiting', untilMs: clock.now() + waitMs });
    }
  }

  void readOn();
  return {
    get: reading.get,
    subscribe: reading.subscribe,
    retry: () => void readOn(),
    stop() {
      ended.abort();
      cancelWait();
    },
  };
}

/** Undefined where a retry time is unknown. */
const secondsToWait = ({ detail }: AppError): number | undefined =>
  detail.status === 429 ? detail.retryAfter : undefined;
