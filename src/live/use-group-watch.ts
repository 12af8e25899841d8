import { useEffect, useMemo } from 'react';
import type { WatchRequest } from '#protocol/threads/live-worker.ts';
import type { GroupWatch } from './group-watch.ts';
import { liveConnection } from './live-connection.ts';

/**
 * Watches a group, or one client, as long as the component is mounted; another one is another watch, any other change of the
 * request changes the watch in place. Without a request the watch stays empty.
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
