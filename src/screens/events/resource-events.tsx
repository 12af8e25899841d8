import { useMemo } from 'react';
import { shownText } from '#domain/shown-text.ts';
import type { ResourceLog } from '#protocol/rest/event-log.ts';
import { RESOURCE_EVENTS } from '../../rest/event-logs.ts';
import type { TableColumn } from '../../ui/list/table-column.ts';
import { EventDetail } from './event-detail.tsx';
import { resourcePath } from './event-links.ts';
import { EventList, type EventListKind } from './event-list.tsx';
import { timeText } from './event-times.ts';
import { changeWord, resourceName, tutorName, typeWord } from './event-words.ts';
import { m, typeWords } from './messages.ts';
import { RowLink } from './row-link.tsx';
import { timeColumn } from './time-column.tsx';
import type { EventFilterState } from './use-event-filters.ts';
import { useReach } from './use-reach.ts';

const typeOf = ({ resourceType }: ResourceLog) => typeWord(resourceType);

const KIND: EventListKind<ResourceLog> = {
  log: RESOURCE_EVENTS,
  title: m.resources,
  emptyText: m.noResourceEvents,
  fileName: 'resource_events.csv',
  person: { label: m.tutor, anyone: m.anybody, path: '/actions/tutors' },
  kinds: Object.entries(typeWords).map(([value, title]) => ({ value, title })),
  summary: (row) => `${tutorName(row)}, ${changeWord(row)}, ${typeOf(row)}, ${resourceName(row)}`,
};

function useColumns(): readonly TableColumn<ResourceLog>[] {
  const reach = useReach();
  return useMemo(
    () => [
      timeColumn<ResourceLog>(({ loggedTime }) => loggedTime),
      {
        key: 'tutor',
        title: m.tutor,
        width: '14rem',
        cell: (row) => <bdi>{tutorName(row)}</bdi>,
        text: tutorName,
      },
      { key: 'change', title: m.change, width: '9rem', cell: changeWord, text: changeWord },
      { key: 'type', title: m.resourceType, width: '10rem', cell: typeOf, text: typeOf },
      {
        key: 'name',
        title: m.resource,
        cell: (row) => <RowLink path={resourcePath(row, reach)} text={resourceName(row)} />,
        text: resourceName,
      },
    ],
    [reach],
  );
}

function Detail(props: { row: ResourceLog; state: EventFilterState; onClose: () => void }) {
  const { row, state, onClose } = props;
  const reach = useReach();
  const { method = '', path = '' } = row.parameters;
  const tutor = tutorName(row);
  return (
    <EventDetail
      title={`${typeOf(row)}: ${changeWord(row)}`}
      facts={[
        { label: m.time, text: timeText(row.loggedTime) },
        { label: m.tutor, text: tutor },
        { label: m.resource, text: resourceName(row), path: resourcePath(row, reach) },
        { label: m.address, text: shownText(`${method} ${path}`) },
      ]}
      narrowings={[
        { title: m.onlyPerson({ name: tutor }), filter: { person: row.tutorId } },
        { title: m.onlyKind, filter: { kind: row.resourceType } },
      ]}
      onNarrow={state.narrow}
      onClose={onClose}
    />
  );
}

/** What tutors of the site changed. */
export function ResourceEvents() {
  return (
    <EventList
      kind={KIND}
      columns={useColumns()}
      detail={(row, state, onClose) => <Detail row={row} state={state} onClose={onClose} />}
    />
  );
}
