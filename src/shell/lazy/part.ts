/**
 * A part of the program that is loaded when it is needed. Before the service worker keeps the program, the network may
 * take it away in between: then it can be asked for again, which `React.lazy` cannot.
 */
import { type PartProblem, whyMissing } from './why-missing.ts';

export type Part<T> = {
  /** Undefined until it is there. */
  loaded(): T | undefined;
  /** One attempt at a time, and none where it is there. Never rejects; undefined: it is there. */
  load(): Promise<PartProblem | undefined>;
  /** Why an attempt that waited for the whole limit has just ended: whoever waited for it does not wait again. */
  timedOut(): PartProblem | undefined;
};

/** A script that has not come by then is given up: a network may take a request and never answer. */
const LOAD_LIMIT_MS = 120_000;
const LATE = 'ChunkLoadError';
/** The screen of a route is mounted directly after its loader, which waits for the script, has ended. */
const JUST_NOW_MS = 1_000;

/** `why`: what may be the reason when `load` has failed. */
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
      // With the platform there and nothing new, something is wrong with the program itself.
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
    timedOut: () => (late && performance.now() - late.at < JUST_NOW_MS ? late.problem : undefined),
  };
}

/** Rejects with a `ChunkLoadError` where the script neither comes nor fails in time. */
async function withinLimit<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`a script did not come within ${LOAD_LIMIT_MS / 1_000} s`);
      error.name = LATE;
      reject(error);
    }, LOAD_LIMIT_MS);
  });
  try {
    return await Promise.race([loading, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** The loader takes a style sheet that stands in the page for one that is there: the next attempt would go without. */
function removeFailedStyles(): () => void {
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove();
  };
  // Such errors do not bubble.
  document.addEventListener('error', onError, true);
  return () => document.removeEventListener('error', onError, true);
}
