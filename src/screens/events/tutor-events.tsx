import { useMemo } from 'react';
import type { TutorActionLog } from '#protocol/rest/event-log.ts';
import { TUTOR_EVENTS } from '#rest/event-logs.ts';
import type { TableColumn } from '#ui/list/table-column.ts';
import { EventDetail } from './event-detail.tsx';
import { groupPath } from './event-links.ts';
import { EventList, type EventListKind } from './event-list.tsx';
import { timeText } from './event-times.ts';
import { actionDetails, actionWord, detailLine, targetText, tutorName } from './event-words.ts';
import { actionWords, m } from './messages.ts';
import { RowLink } from './row-link.tsx';
import { timeColumn } from './time-column.tsx';
import { tutorColumn } from './tutor-column.tsx';
import type { EventFilterState } from './use-event-filters.ts';
import { useReach } from './use-reach.ts';

/** Consoles send these automatically, so no log has them. */
const UNLOGGED: ReadonlySet<string> = new Set(['ping', 'patchDemand', 'setThumbnailDisplay']);

const KIND: EventListKind<TutorActionLog> = {
  log: TUTOR_EVENTS,
  title: m.tutors,
  emptyText: m.noTutorEvents,
  fileName: 'tutors_events.csv',
  person: { label: m.tutor, anyone: m.anybody, path: '/actions/tutors' },
  kinds: Object.entries(actionWords)
    .filter(([value]) => !UNLOGGED.has(value))
    .map(([value, title]) => ({ value, title })),
  summary: (row) => `${tutorName(row)}, ${actionWord(row.action)}, ${targetText(row)}`,
};

function useColumns(): readonly TableColumn<TutorActionLog>[] {
  const reach = useReach();
  return useMemo(() => {
    const line = (row: TutorActionLog) => detailLine(actionDetails(row));
    return [
      timeColumn<TutorActionLog>(({ loggedTime }) => loggedTime),
      tutorColumn('11rem'),
      {
        key: 'action',
        title: m.action,
        width: '11rem',
        cell: ({ action }) => actionWord(action),
        text: ({ action }) => actionWord(action),
      },
      {
        key: 'target',
        title: m.target,
        width: '13rem',
        cell: (row) => <RowLink path={groupPathOf(row, reach)} text={targetText(row)} />,
        text: targetText,
      },
      { key: 'details', title: m.details, cell: (row) => <bdi>{line(row)}</bdi>, text: line },
    ];
  }, [reach]);
}

const groupPathOf = (
  { targetGroupId, targetGroupName }: TutorActionLog,
  reach: ReturnType<typeof useReach>,
) => (targetGroupName === null ? undefined : groupPath(targetGroupId, reach));

function Detail(props: { row: TutorActionLog; state: EventFilterState; onClose: () => void }) {
  const { row, state, onClose } = props;
  const reach = useReach();
  const tutor = tutorName(row);
  return (
    <EventDetail
      title={actionWord(row.action)}
      facts={[
        { label: m.time, text: timeText(row.loggedTime) },
        { label: m.tutor, text: tutor },
        { label: m.target, text: targetText(row), path: groupPathOf(row, reach) },
        ...actionDetails(row).map(({ label, text }) => ({ label, text })),
      ]}
      narrowings={[
        { title: m.onlyPerson({ name: tutor }), filter: { person: row.tutorId } },
        { title: m.onlyKind, filter: { kind: row.action } },
      ]}
      onNarrow={state.narrow}
      onClose={onClose}
    />
  );
}

/** Actions that tutors of the site sent to devices. */
export function TutorEvents() {
  return (
    <EventList
      kind={KIND}
      columns={useColumns()}
      detail={(row, state, onClose) => <Detail row={row} state={state} onClose={onClose} />}
    />
  );
}
