import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { shownText } from '#domain/shown-text.ts';
import { eventDetails, whatHappened, whoOf } from '#features/policy-events/event-words.ts';
import { happened } from '#features/policy-events/messages.ts';
import type { UserLog } from '#protocol/rest/user-log.ts';
import { STUDENT_EVENTS } from '#rest/event-logs.ts';
import { policiesQuery } from '#rest/policies.ts';
import { lazyDialog } from '#shell/lazy/lazy-part.tsx';
import type { TableColumn } from '#ui/list/table-column.ts';
import { studentPath } from './event-links.ts';
import { EventList, type EventListKind } from './event-list.tsx';
import { detailLine, deviceText } from './event-words.ts';
import { m } from './messages.ts';
import { RowLink } from './row-link.tsx';
import { timeColumn } from './time-column.tsx';
import { useReach } from './use-reach.ts';

const Detail = lazyDialog(
  m.details,
  async () => (await import('./student-event-detail.tsx')).StudentEventDetail,
);

const { other: _other, ...KINDS } = happened;

const KIND: EventListKind<UserLog> = {
  log: STUDENT_EVENTS,
  title: m.students,
  emptyText: m.noStudentEvents,
  fileName: 'students_events.csv',
  person: { label: m.student, anyone: m.anybody, path: '/userlogs/people' },
  device: { label: m.device, anyone: m.anyDevice, path: '/userlogs/devices' },
  kinds: Object.entries(KINDS).map(([value, title]) => ({ value, title })),
  summary: (row) => `${whoOf(row)}, ${whatHappened(row)}`,
};

function usePolicyText(): (row: UserLog) => string {
  const { data } = useQuery(policiesQuery());
  return useMemo(() => {
    const names = new Map(data?.map(({ id, name }) => [id, name]));
    return ({ policyId }) => {
      // Before the policies are loaded, a missing name is not an error.
      if (!policyId || data === undefined) return '';
      return shownText(names.get(policyId) ?? '', 100) || m.nameNotFound({ type: m.policy });
    };
  }, [data]);
}

function useColumns(policyText: (row: UserLog) => string): readonly TableColumn<UserLog>[] {
  const reach = useReach();
  return useMemo(() => {
    const line = (row: UserLog) => detailLine(eventDetails(row));
    return [
      timeColumn<UserLog>(({ timeTriggered }) => timeTriggered),
      {
        key: 'student',
        title: m.student,
        width: '11rem',
        cell: (row) => <RowLink path={studentPath(row, reach)} text={whoOf(row)} />,
        text: whoOf,
      },
      {
        key: 'device',
        title: m.device,
        width: '9rem',
        cell: (row) => <bdi>{deviceText(row)}</bdi>,
        text: deviceText,
      },
      { key: 'what', title: m.what, width: '15rem', cell: (row) => whatHappened(row), text: whatHappened },
      {
        key: 'policy',
        title: m.policy,
        width: '10rem',
        cell: (row) => <bdi>{policyText(row)}</bdi>,
        text: policyText,
      },
      { key: 'details', title: m.details, cell: (row) => <bdi>{line(row)}</bdi>, text: line },
    ];
  }, [reach, policyText]);
}

/** Events that policies reported from students' devices, for the whole site. */
export function StudentEvents() {
  const policyText = usePolicyText();
  const columns = useColumns(policyText);
  return (
    <EventList
      kind={KIND}
      columns={columns}
      detail={(row, state, onClose) => (
        <Detail row={row} policy={policyText(row)} state={state} onClose={onClose} />
      )}
    />
  );
}
