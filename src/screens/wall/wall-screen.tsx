import { useParams, useSearch } from '@tanstack/react-router';
import { useShownGroup } from '#shell/groups/shown-group.tsx';
import { m } from './messages.ts';
import { Wall } from './wall.tsx';

/** The wall of a group. Redirects to home if the group is not visible to the tutor. */
export function WallScreen() {
  const { groupId } = useParams({ from: '/console/group/$groupId/grid' });
  const { hostnames } = useSearch({ from: '/console/group/$groupId/grid' });
  const { group, instead } = useShownGroup(groupId, m.loadingGroup);
  if (group === undefined) return instead;
  // Keyed, so that another group starts with its own watch, layout and selection.
  return <Wall key={group.id} group={group} hostnames={hostnames} />;
}
