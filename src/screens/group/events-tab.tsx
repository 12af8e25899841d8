import { useEffect, useMemo } from 'react';
import { EventTable } from '#features/policy-events/event-table.tsx';
import type { Group } from '#protocol/rest/group.ts';
import { toasts } from '#shell/toasts/toasts.ts';

/** The tab 'Alerts': events that policies reported from the devices of the group. */
export function EventsTab({ group }: { group: Group }) {
  const { id, title } = group;
  const subject = useMemo(() => ({ of: { groupId: id }, title }), [id, title]);
  useEffect(() => toasts.closeEvents(), []);
  return <EventTable subject={subject} />;
}
