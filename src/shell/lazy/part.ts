/**
 * A part of the program that is loaded on demand. Until the service worker has cached the program, the
 * network may fail at any time. Unlike `React.lazy`, a part can be requested again.
 */
import { type PartProblem, whyMissing } from './why-missing.ts';

export type Part<T> = {
  /** Undefined until the part is loaded. */
  loaded(): T | undefined;
  /** Runs one attempt at a time, and none once the part is loaded. Never rejects; undefined: success. */
  load(): Promise<PartProblem | undefined>;
  /** The problem of an attempt that has just timed out, so that its caller does not wait a second time. */
  timedOut(): PartProblem | undefined;
};

/** After this, a script counts as failed, because a network may accept a request and never answer. */
const TIMEOUT_MS = 120_000;
const LATE = 'ChunkLoadError';
/** The screen of a route is mounted directly after its loader, which waits for the script, has ended. */
const WINDOW_MS = 1_000;

/** `why`: finds the likely reason of a failed `load`. */
export function createPart<T>(load: () => Promise<T>, why: () => Promise<PartProblem> = whyMissing): Part<T> {
  let part: { is: T } | undefined;
  let attempt: Promise<PartProblem | undefined> | undefined;
  let late: { problem: PartProblem; at: number } | undefined;

  async function tryOnce(): Promise<PartProblem | undefined> {
    const stop = removeFailedStyles();
    try {
      part = { is: await withinLimit(load()) };
      return undefined;
    } catch (error) {
      const problem = await why();
      // The platform is reachable and has no new version, so the fault lies in the program itself.
      if (problem === 'other') console.error('part', error);
      else console.warn('part', error);
      if ((error as Error).name === LATE) late = { problem, at: performance.now() };
      return problem;
    } finally {
      stop();
      attempt = undefined;
    }
  }

  return {
    loaded: () => part?.is,
    async load() {
      if (part !== undefined) return undefined;
      attempt ??= tryOnce();
      return await attempt;
    },
    timedOut: () => (late && performance.now() - late.at < WINDOW_MS ? late.problem : undefined),
  };
}

/** Rejects with a `ChunkLoadError` on a timeout. */
async function withinLimit<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`a script did not come within ${TIMEOUT_MS / 1_000} s`);
      error.name = LATE;
      reject(error);
    }, TIMEOUT_MS);
  });
  try {
    return await Promise.race([loading, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** The bundler treats a failed style sheet in the page as loaded, so a retry would run without styles. */
function removeFailedStyles(): () => void {
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove();
  };
  // Load errors do not bubble.
  document.addEventListener('error', onError, true);
  return () => document.removeEventListener('error', onError, true);
}
