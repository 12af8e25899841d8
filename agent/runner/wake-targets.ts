/** Asks the platform which machines are meant by a wake, and by which addresses they are woken. */
import { type Fetch, globalFetch } from '#protocol/json-request.ts';
import { type WakeTarget, wakeTargetListSchema } from '#protocol/rest/wake-targets.ts';
import { createPlatformCall } from '../core/connection/platform-call.ts';

export type WakeWish = { deviceIds: readonly string[] } | { groupId: string };

/** What `tutorId` may wake of it. Rejects when the platform cannot be reached, refuses, or answers what is not understood. */
export type ReadWakeTargets = (wish: WakeWish, tutorId: string) => Promise<readonly WakeTarget[]>;

/** Servers refuse longer addresses: many devices take several calls. */
const LONGEST_QUERY = 4_000;

export function createWakeTargets(deps: {
  /** For example `http://127.0.0.1:8080`. */
  origin: string;
  tenant: string;
  /** The runner's own; undefined before its first enrolment. */
  accessToken: () => string | undefined;
  /** Aborted when the runner stops. */
  signal: AbortSignal;
  fetch?: Fetch;
}): ReadWakeTargets {
  const { origin, tenant, accessToken, signal } = deps;

  const call = createPlatformCall(deps.fetch ?? globalFetch);
  const read = (query: string): Promise<readonly WakeTarget[]> => {
    const url = `${origin}/v1/site-runners/self/wake-targets?${query}`;
    return call({ url, tenantKey: tenant, bearer: accessToken() ?? '', signal }, wakeTargetListSchema);
  };

  return async (wish, tutorId) => {
    const asker = `tutorId=${encodeURIComponent(tutorId)}`;
    if ('groupId' in wish) return read(`${asker}&groupId=${encodeURIComponent(wish.groupId)}`);
    const targets: WakeTarget[] = [];
    for (const ids of queriesOf(wish.deviceIds)) targets.push(...(await read(`${asker}&deviceIds=${ids}`)));
    return targets;
  };
}

/** The ids as lists for queries of a bearable length. Ids hold no comma. */
function queriesOf(deviceIds: readonly string[]): readonly string[] {
  const queries: string[] = [];
  for (const id of new Set(deviceIds)) {
    const encoded = encodeURIComponent(id);
    const last = queries.at(-1);
    if (last === undefined || last.length + encoded.length >= LONGEST_QUERY) queries.push(encoded);
    else queries[queries.length - 1] = `${last},${encoded}`;
  }
  return queries;
}
