import { useParams, useSearch } from '@tanstack/react-router';
import { useShownGroup } from '#shell/groups/shown-group.tsx';
import { DebugView } from './debug-view.tsx';
import { m } from './messages.ts';

/** The messages that this console sends to a group and receives from it, for troubleshooting. */
export function DebugScreen() {
  const { groupId } = useParams({ from: '/console/group/$groupId/debug' });
  const { client } = useSearch({ from: '/console/group/$groupId/debug' });
  const { group, instead } = useShownGroup(groupId, m.loadingGroup);
  if (group === undefined) return instead;
  // Keyed, so that another group starts with its own watch.
  return <DebugView key={group.id} group={group} soughtId={client} />;
}
