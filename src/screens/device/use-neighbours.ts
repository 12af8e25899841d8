import { useMemo } from 'react';
import { storedSortKey } from '#live/device-order.ts';
import { useGroupWatch } from '#live/use-group-watch.ts';
import type { WatchRequest } from '#protocol/threads/live-worker.ts';
import { useObservable } from '#ui/use-observable.ts';
import { createNeighbours, type Neighbours } from './neighbours.ts';

/** Requests only the names of the group's devices. Without a group there are no neighbours. */
export function useNeighbours(device: { groupId: string | undefined; clientId: string }): Neighbours {
  const { groupId, clientId } = device;
  const request = useMemo(
    (): WatchRequest | undefined =>
      groupId === undefined ? undefined : { of: { groupId }, feeds: ['info'] },
    [groupId],
  );
  const { devices } = useGroupWatch(request);
  const store = useMemo(
    () =>
      createNeighbours(devices, { groupId: groupId ?? '', clientId }, () =>
        storedSortKey(() => localStorage),
      ),
    [devices, groupId, clientId],
  );
  return useObservable(store);
}
