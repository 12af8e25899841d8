/** Reads from the platform which machines a request wakes, with their network addresses. */
import { type Fetch, globalFetch } from '#protocol/json-request.ts';
import { type WakeTarget, wakeTargetListSchema } from '#protocol/rest/wake-targets.ts';
import { createPlatformCall } from '../core/connection/platform-call.ts';

export type WakeRequest = { deviceIds: readonly string[] } | { groupId: string };

/** Returns the machines that `tutorId` may wake. Rejects if the platform does not answer correctly. */
export type ReadWakeTargets = (request: WakeRequest, tutorId: string) => Promise<readonly WakeTarget[]>;

/** Servers reject longer URLs, so many devices take several requests. */
const MAX_QUERY_LENGTH = 4_000;

export function createWakeTargets(deps: {
  /** For example `http://127.0.0.1:8080`. */
  origin: string;
  tenant: string;
  /** Returns the runner's token; undefined before the first enrolment. */
  accessToken: () => string | undefined;
  /** Aborts requests when the runner stops. */
  signal: AbortSignal;
  fetch?: Fetch;
}): ReadWakeTargets {
  const { origin, tenant, accessToken, signal } = deps;

  const call = createPlatformCall(deps.fetch ?? globalFetch);
  const read = (query: string): Promise<readonly WakeTarget[]> => {
    const url = `${origin}/v1/site-runners/self/wake-targets?${query}`;
    return call({ url, tenantKey: tenant, bearer: accessToken() ?? '', signal }, wakeTargetListSchema);
  };

  return async (request, tutorId) => {
    const asker = `tutorId=${encodeURIComponent(tutorId)}`;
    if ('groupId' in request) return read(`${asker}&groupId=${encodeURIComponent(request.groupId)}`);
    const targets: WakeTarget[] = [];
    for (const ids of queriesOf(request.deviceIds))
      targets.push(...(await read(`${asker}&deviceIds=${ids}`)));
    return targets;
  };
}

/** Splits the ids into comma-separated lists of a valid length. Ids contain no comma. */
function queriesOf(deviceIds: readonly string[]): readonly string[] {
  const queries: string[] = [];
  for (const id of new Set(deviceIds)) {
    const encoded = encodeURIComponent(id);
    const last = queries.at(-1);
    if (last === undefined || last.length + encoded.length >= MAX_QUERY_LENGTH) queries.push(encoded);
    else queries[queries.length - 1] = `${last},${encoded}`;
  }
  return queries;
}
