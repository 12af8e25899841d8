import { Navigate, useParams, useSearch } from '@tanstack/react-router';
import { useIsGroupAwaited, useVisibleGroups } from '../../shell/groups/visible-groups.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { DebugView } from './debug-view.tsx';
import { m } from './messages.ts';

/** What this console asks of a group and hears of it, for whoever looks for a fault. */
export function DebugScreen() {
  const { groupId } = useParams({ from: '/console/group/$groupId/debug' });
  const { client } = useSearch({ from: '/console/group/$groupId/debug' });
  const { groups } = useVisibleGroups();
  const isAwaited = useIsGroupAwaited(groupId);
  const group = groups.find((each) => each.id === groupId);
  if (group === undefined)
    return isAwaited ? <Spinner label={m.loadingGroup} /> : <Navigate to="/" replace />;
  // By key: another group begins with its own watch.
  return <DebugView key={group.id} group={group} soughtId={client} />;
}
