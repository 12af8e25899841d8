import { useQuery } from '@tanstack/react-query';
import { shownText } from '#domain/shown-text.ts';
import { EventPicture } from '#features/policy-events/event-picture.tsx';
import { eventDetails, whatHappened, whoOf } from '#features/policy-events/event-words.ts';
import type { UserLog } from '#protocol/rest/user-log.ts';
import { groupsQuery } from '#rest/groups.ts';
import { EventDetail, type Narrowing } from './event-detail.tsx';
import { studentPath } from './event-links.ts';
import { timeText } from './event-times.ts';
import { deviceText } from './event-words.ts';
import { m } from './messages.ts';
import type { EventFilterState } from './use-event-filters.ts';
import { useReach } from './use-reach.ts';

/** All details of a student's event, with the screen at that time. */
export function StudentEventDetail(props: {
  row: UserLog;
  policy: string;
  state: EventFilterState;
  onClose: () => void;
}) {
  const { row, state, onClose } = props;
  const reach = useReach();
  const { data: groups } = useQuery(groupsQuery());
  const who = whoOf(row);
  const device = deviceText(row);
  const kind = row.effectType ?? row.actionType;
  const narrowings: Narrowing[] = [
    { title: m.onlyPerson({ name: who }), filter: { person: row.userId } },
    ...(row.clientId && row.deviceName
      ? [{ title: m.onlyDevice({ name: device }), filter: { device: row.clientId } }]
      : []),
    ...(kind ? [{ title: m.onlyKind, filter: { kind } }] : []),
  ];
  const named = groups?.filter(({ id }) => row.userGroupIds.includes(id)).map(({ title }) => title);
  const time = timeText(row.timeTriggered);
  const pictures = row.mediaImages.map((mediaId) => (
    <EventPicture key={mediaId} mediaId={mediaId} alt={`${m.screenshot}: ${who}, ${time}`} />
  ));
  return (
    <EventDetail
      title={whatHappened(row)}
      facts={[
        { label: m.time, text: time },
        { label: m.student, text: who, path: studentPath(row, reach) },
        { label: m.email, text: shownText(typeof row.userEmail === 'string' ? row.userEmail : '') },
        { label: m.device, text: device },
        { label: m.groups, text: named?.join(', ') },
        { label: m.policy, text: props.policy },
        { label: m.rule, text: shownText(row.rule ?? '') },
        ...eventDetails(row).map(({ label, text }) => ({ label, text })),
        { label: m.screenshot, text: pictures.length === 0 ? '' : pictures },
      ]}
      narrowings={narrowings}
      onNarrow={state.narrow}
      onClose={onClose}
    />
  );
}
