import { useParams, useSearch } from '@tanstack/react-router';
import { useShownGroup } from '../../shell/groups/shown-group.tsx';
import { m } from './messages.ts';
import { Wall } from './wall.tsx';

/** The wall of a group. A group that this tutor is not shown leads home, as its own screen does. */
export function WallScreen() {
  const { groupId } = useParams({ from: '/console/group/$groupId/grid' });
  const { hostnames } = useSearch({ from: '/console/group/$groupId/grid' });
  const { group, instead } = useShownGroup(groupId, m.loadingGroup);
  if (group === undefined) return instead;
  // By key: another group begins with its own watch, layout and selection.
  return <Wall key={group.id} group={group} hostnames={hostnames} />;
}
