import { useMemo } from 'react';
import type { ResourceLog } from '#protocol/rest/event-log.ts';
import { RESOURCE_EVENTS } from '#rest/event-logs.ts';
import type { TableColumn } from '#ui/list/table-column.ts';
import { changeColumns } from './change-columns.ts';
import { ChangeDetail } from './change-detail.tsx';
import { resourcePath } from './event-links.ts';
import { EventList, type EventListKind } from './event-list.tsx';
import { changeWord, resourceName, tutorName, typeOf } from './event-words.ts';
import { m, typeWords } from './messages.ts';
import { RowLink } from './row-link.tsx';
import type { EventFilterState } from './use-event-filters.ts';
import { useReach } from './use-reach.ts';

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
      ...changeColumns(changeWord, { tutor: '14rem', type: '10rem' }),
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
  const { row } = props;
  const reach = useReach();
  const resource = { label: m.resource, text: resourceName(row), path: resourcePath(row, reach) };
  return <ChangeDetail {...props} change={changeWord(row)} facts={[resource]} />;
}

/** Changes made by tutors of the site. */
export function ResourceEvents() {
  return (
    <EventList
      kind={KIND}
      columns={useColumns()}
      detail={(row, state, onClose) => <Detail row={row} state={state} onClose={onClose} />}
    />
  );
}
