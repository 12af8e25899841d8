/**
 * Which site runners this browser reaches over HTTPS. Each failed call is an error in the browser's console that no page
 * can prevent, so the console calls by itself only where that may succeed.
 */
import * as v from 'valibot';
import { globalFetch } from '#protocol/json-request.ts';
import { liveConnection } from '../../live/live-connection.ts';
import { createTabStore } from '../../session/tab-store.ts';
import { askRunner, type RunnerAnswer } from './nearby-runner.ts';

const REACHED_KEY = 'lectern.reached-runners';
const REFUSED_KEY = 'lectern.refused-runners';
/** A tab that the browser restores another day may be in another network. */
const REFUSED_FOR_MS = 3_600_000;
const MAX_REACHED = 20;

const urls = v.pipe(v.array(v.string()), v.maxLength(MAX_REACHED));
const refusedSchema = v.record(v.string(), v.number());

export type RunnerReachDeps = {
  ask(url: string): Promise<RunnerAnswer>;
  /** Lasting and of this tab. */
  storage: { local: () => Storage; tab: () => Storage };
  /** When the connection to the broker was lost last: the computer may be in another network since. Epoch ms. */
  lostAt(): number | undefined;
  now(): number;
};

export function createRunnerReach({ ask, storage, lostAt, now }: RunnerReachDeps) {
  const reached = createTabStore(REACHED_KEY, urls, storage.local);
  const refused = createTabStore(REFUSED_KEY, refusedSchema, storage.tab);

  function isRefused(url: string): boolean {
    const at = refused.read()?.[url];
    return at !== undefined && at > (lostAt() ?? 0) && Math.abs(now() - at) < REFUSED_FOR_MS;
  }

  function note(url: string, answer: RunnerAnswer): void {
    const { [url]: _, ...others } = refused.read() ?? {};
    refused.keep(answer.name === 'unreachable' ? { ...others, [url]: now() } : others);
    if (answer.name === 'unreachable') return;
    reached.keep([...new Set([url, ...(reached.read() ?? [])])].slice(0, MAX_REACHED));
  }

  async function asked(url: string): Promise<RunnerAnswer> {
    const answer = await ask(url);
    note(url, answer);
    return answer;
  }

  return {
    /** For a person who wants to know now. Never rejects. */
    ask: asked,
    /**
     * The runner's name, for a console that asks by itself; undefined where it cannot be reached, or says none. Asks
     * neither a runner that did not answer in this session, nor one whose certificate is not trusted, as far as that
     * runner knows, unless this browser has reached it. Never rejects.
     */
    async nameAt(url: string, isUntrusted: boolean): Promise<string | undefined> {
      if (isRefused(url) || (isUntrusted && !reached.read()?.includes(url))) return undefined;
      const answer = await asked(url);
      return answer.name === 'named' ? answer.hostname : undefined;
    },
  };
}

export const runnerReach = createRunnerReach({
  ask: (url) => askRunner(globalFetch, url),
  storage: { local: () => localStorage, tab: () => sessionStorage },
  lostAt: liveConnection.connection.lostAt,
  now: Date.now,
});
