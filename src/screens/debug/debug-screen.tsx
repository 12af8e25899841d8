import { useParams, useSearch } from '@tanstack/react-router';
import { useShownGroup } from '../../shell/groups/shown-group.tsx';
import { DebugView } from './debug-view.tsx';
import { m } from './messages.ts';

/** What this console asks of a group and hears of it, for whoever looks for a fault. */
export function DebugScreen() {
  const { groupId } = useParams({ from: '/console/group/$groupId/debug' });
  const { client } = useSearch({ from: '/console/group/$groupId/debug' });
  const { group, instead } = useShownGroup(groupId, m.loadingGroup);
  if (group === undefined) return instead;
  // By key: another group begins with its own watch.
  return <DebugView key={group.id} group={group} soughtId={client} />;
}
