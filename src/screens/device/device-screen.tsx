import { useRef } from 'react';
import { useShownGroup } from '#shell/groups/shown-group.tsx';
import { DeviceView } from './device-view.tsx';
import { m } from './messages.ts';
import { NeighbourLinks } from './neighbour-links.tsx';
import type { Neighbours } from './neighbours.ts';
import { useDevicePlace } from './use-device-place.ts';
import { useNeighbours } from './use-neighbours.ts';

/** The screen of one device. Redirects to home if its group is not visible to the tutor. */
export function DeviceScreen() {
  const place = useDevicePlace();
  const { groupId } = place;
  const { group, instead } = useShownGroup(groupId, m.loadingGroup);
  const neighbours = useNeighbours(place);
  const step = useRef<keyof Neighbours>(undefined);
  if (groupId !== undefined && group === undefined) return instead;
  // Keyed, so that another device starts with its own watch and no state of the previous one.
  return (
    <DeviceView
      key={`${place.authType} ${place.userId} ${place.clientId}`}
      place={place}
      groupTitle={group?.title}
      students={<NeighbourLinks neighbours={neighbours} step={step} />}
    />
  );
}
