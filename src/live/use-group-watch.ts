import { useEffect, useMemo } from 'react';
import type { WatchRequest } from '#protocol/threads/live-worker.ts';
import type { GroupWatch } from './group-watch.ts';
import { liveConnection } from './live-connection.ts';

/**
 * Watches a group or a client while the component is mounted. Another group or client gets a new watch; any
 * other change of the request updates the watch in place. Without a request the watch stays empty.
 */
export function useGroupWatch(request: WatchRequest | undefined): GroupWatch {
  const of = request && JSON.stringify(request.of);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another group or client is another watch
  const watch = useMemo(() => liveConnection.createWatch(), [of]);
  const wanted = request && JSON.stringify(request);
  useEffect(
    () => (wanted === undefined ? undefined : liveConnection.openWatch(watch, JSON.parse(wanted))),
    [watch, wanted],
  );
  return watch;
}
