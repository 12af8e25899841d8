import { Navigate, useParams, useSearch } from '@tanstack/react-router';
import { useIsGroupAwaited, useVisibleGroups } from '../../shell/groups/visible-groups.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { m } from './messages.ts';
import { Wall } from './wall.tsx';

/** The wall of a group. A group that this tutor is not shown leads home, as its own screen does. */
export function WallScreen() {
  const { groupId } = useParams({ from: '/console/group/$groupId/grid' });
  const { hostnames } = useSearch({ from: '/console/group/$groupId/grid' });
  const group = useVisibleGroups().groups.find((each) => each.id === groupId);
  const isAwaited = useIsGroupAwaited(groupId);
  if (group === undefined)
    return isAwaited ? <Spinner label={m.loadingGroup} /> : <Navigate to="/" replace />;
  // By key: another group begins with its own watch, layout and selection.
  return <Wall key={group.id} group={group} hostnames={hostnames} />;
}
