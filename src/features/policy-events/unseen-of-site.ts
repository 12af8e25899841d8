/** The number of unseen policy events of each person, for a site-wide list: a single fetch. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { UserLogTimes } from '#protocol/rest/user-log.ts';
import { alertTimesQuery } from '#rest/user-logs.ts';
import { platformNow } from '#session/platform-time.ts';
import { useObservable } from '#ui/use-observable.ts';
import { eventLooks } from './event-looks.ts';
import { lookKey, useLookOwner } from './unseen-events.ts';

/** `of`: the events of a person at one client; without a client, those at all clients. */
export type UnseenOfSite = { of(userId: string, clientId?: string): number };

const HOUR_MS = 3_600_000;
/** Older events never count, however long ago the tutor looked. */
const MAX_AGE_MS = 7 * 24 * HOUR_MS;

const NONE: readonly UserLogTimes[] = [];

/** `lastLook`: the time up to which a person's events were viewed, ISO 8601. */
export function countUnseen(
  found: readonly UserLogTimes[],
  lastLook: (userId: string) => string | undefined,
): UnseenOfSite {
  const counts = new Map<string, number>();
  const add = (key: string, count: number) => counts.set(key, (counts.get(key) ?? 0) + count);
  for (const { userId, clientId, times } of found) {
    const since = Date.parse(lastLook(userId) ?? '') || 0;
    const count = times.filter((time) => Date.parse(time) > since).length;
    if (count === 0) continue;
    add(`user ${userId}`, count);
    // An event without a client counts for every device of the person.
    add(clientId === null ? `anywhere ${userId}` : `client ${userId} ${clientId}`, count);
  }
  const at = (key: string) => counts.get(key) ?? 0;
  return {
    of: (userId, clientId) =>
      clientId === undefined
        ? at(`user ${userId}`)
        : at(`client ${userId} ${clientId}`) + at(`anywhere ${userId}`),
  };
}

export function useUnseenOfSite(): UnseenOfSite {
  const owner = useLookOwner();
  // Rounded to the hour, so that the query key is stable.
  const since = useMemo(
    () => new Date(Math.floor(platformNow() / HOUR_MS) * HOUR_MS - MAX_AGE_MS).toISOString(),
    [],
  );
  const { data = NONE } = useQuery(alertTimesQuery(since));
  const version = useObservable(eventLooks, eventLooks.version);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes with the stored looks
  return useMemo(() => {
    const lastLook = eventLooks.lastLooks(owner);
    return countUnseen(data, (userId) => lastLook(lookKey({ userId })));
  }, [data, owner, version]);
}
