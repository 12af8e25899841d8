/**
 * Records which site runners this browser reaches over HTTPS. The browser logs an error for each failed
 * request, which no page can prevent. So the console makes automatic requests only if they may succeed.
 */
import * as v from 'valibot';
import { liveConnection } from '#live/live-connection.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { globalFetch } from '#protocol/json-request.ts';
import { createTabStore } from '#session/tab-store.ts';
import { askRunner, type RunnerAnswer } from './nearby-runner.ts';

const REACHED_KEY = 'lectern.reached-runners';
const REFUSED_KEY = 'lectern.refused-runners';
/** A tab that the browser restores another day may be in another network. */
const TTL_MS = 3_600_000;
const MAX_REACHED = 20;

const urls = v.pipe(v.array(v.string()), v.maxLength(MAX_REACHED));
const refusedSchema = v.record(v.string(), v.number());

export type RunnerReachDeps = {
  ask(url: string): Promise<RunnerAnswer>;
  /** `local` is permanent, `tab` belongs to this tab. */
  storage: { local: () => Storage; tab: () => Storage };
  /** The last loss of the broker connection: the computer may have changed its network since. */
  lostAt(): EpochMs | undefined;
  now(): EpochMs;
};

export function createRunnerReach({ ask, storage, lostAt, now }: RunnerReachDeps) {
  const reached = createTabStore(REACHED_KEY, urls, storage.local);
  const refused = createTabStore(REFUSED_KEY, refusedSchema, storage.tab);

  function isRefused(url: string): boolean {
    const at = refused.read()?.[url];
    return at !== undefined && at > (lostAt() ?? 0) && Math.abs(now() - at) < TTL_MS;
  }

  function note(url: string, answer: RunnerAnswer): void {
    const { [url]: _, ...others } = refused.read() ?? {};
    refused.keep(answer.name === 'unreachable' ? { ...others, [url]: now() } : others);
    if (answer.name === 'unreachable') return;
    reached.keep([...new Set([url, ...(reached.read() ?? [])])].slice(0, MAX_REACHED));
  }

  async function request(url: string): Promise<RunnerAnswer> {
    const answer = await ask(url);
    note(url, answer);
    return answer;
  }

  return {
    /** For a request by a person. Never rejects. */
    ask: request,
    /**
     * The runner's name, for automatic requests; undefined if the runner is unreachable or has no name. Skips
     * runners that did not answer in this session. Also skips runners that report an untrusted certificate,
     * unless this browser has reached them before. Never rejects.
     */
    async nameAt(url: string, isUntrusted: boolean): Promise<string | undefined> {
      if (isRefused(url) || (isUntrusted && !reached.read()?.includes(url))) return undefined;
      const answer = await request(url);
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
