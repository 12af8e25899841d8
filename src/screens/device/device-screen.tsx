import { Navigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useIsGroupAwaited, useVisibleGroups } from '../../shell/groups/visible-groups.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { DeviceView } from './device-view.tsx';
import { m } from './messages.ts';
import { NeighbourLinks } from './neighbour-links.tsx';
import type { Neighbours } from './neighbours.ts';
import { useDevicePlace } from './use-device-place.ts';
import { useNeighbours } from './use-neighbours.ts';

/** The screen of one device. Where its group is not among the visible groups it leads home, as the group's screen does. */
export function DeviceScreen() {
  const place = useDevicePlace();
  const { groupId } = place;
  const { groups } = useVisibleGroups();
  const isAwaited = useIsGroupAwaited(groupId ?? '');
  const neighbours = useNeighbours(place);
  const step = useRef<keyof Neighbours>(undefined);
  const group = groups.find((each) => each.id === groupId);
  if (groupId !== undefined && group === undefined)
    return isAwaited ? <Spinner label={m.loadingGroup} /> : <Navigate to="/" replace />;
  // By key: another device begins with its own watch and nothing of the one before.
  return (
    <DeviceView
      key={`${place.authType} ${place.userId} ${place.clientId}`}
      place={place}
      groupTitle={group?.title}
      students={<NeighbourLinks neighbours={neighbours} step={step} />}
    />
  );
}
