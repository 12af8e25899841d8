import { useMemo } from 'react';
import { shownText } from '#domain/shown-text.ts';
import type { ResourceLog } from '#protocol/rest/event-log.ts';
import { ADMIN_CHANGES } from '../../rest/event-logs.ts';
import { ScreenHeader } from '../../shell/layout/screen-header.tsx';
import type { TableColumn } from '../../ui/list/table-column.ts';
import { adminChangeWord, changedFields, changedName, changeLine } from './change-words.ts';
import { EventDetail } from './event-detail.tsx';
import { EventList, type EventListKind } from './event-list.tsx';
import { timeText } from './event-times.ts';
import { tutorName, typeWord } from './event-words.ts';
import { m, typeWords } from './messages.ts';
import { timeColumn } from './time-column.tsx';
import type { EventFilterState } from './use-event-filters.ts';

const typeOf = ({ resourceType }: ResourceLog) => typeWord(resourceType);
const addressOf = ({ parameters }: ResourceLog) => shownText(parameters.from ?? '', 60);

/** What is changed in the admin realm. */
const TYPES = [
  ...(['sites', 'tags', 'taglinks', 'tutors', 'rolelinks', 'integrations', 'syncs'] as const),
  ...(['site-runners', 'feedback'] as const),
];

const KIND: EventListKind<ResourceLog> = {
  log: ADMIN_CHANGES,
  title: m.changes,
  emptyText: m.noChanges,
  fileName: 'changes.csv',
  person: { label: m.tutor, anyone: m.anybody, path: '/admin/changes/tutors' },
  kinds: TYPES.map((value) => ({ value, title: typeWords[value] })),
  summary: (row) => `${tutorName(row)}, ${adminChangeWord(row)}, ${typeOf(row)}, ${changedName(row)}`,
};

function useColumns(): readonly TableColumn<ResourceLog>[] {
  return useMemo(
    () => [
      timeColumn<ResourceLog>(({ loggedTime }) => loggedTime),
      {
        key: 'tutor',
        title: m.tutor,
        width: '12rem',
        cell: (row) => <bdi>{tutorName(row)}</bdi>,
        text: tutorName,
      },
      { key: 'change', title: m.change, width: '9rem', cell: adminChangeWord, text: adminChangeWord },
      { key: 'type', title: m.resourceType, width: '9rem', cell: typeOf, text: typeOf },
      {
        key: 'name',
        title: m.resource,
        width: '13rem',
        cell: (row) => <bdi>{changedName(row)}</bdi>,
        text: changedName,
      },
      {
        key: 'details',
        title: m.details,
        cell: (row) => <bdi>{changeLine(row)}</bdi>,
        text: changeLine,
      },
    ],
    [],
  );
}

function Detail(props: { row: ResourceLog; state: EventFilterState; onClose: () => void }) {
  const { row, state, onClose } = props;
  const { method = '', path = '' } = row.parameters;
  const tutor = tutorName(row);
  return (
    <EventDetail
      title={`${typeOf(row)}: ${adminChangeWord(row)}`}
      facts={[
        { label: m.time, text: timeText(row.loggedTime) },
        { label: m.tutor, text: tutor },
        { label: m.resource, text: changedName(row) },
        ...changedFields(row)
          .filter(({ key }) => key !== 'name' || row.parameters.method === 'PUT')
          .map(({ label, text }) => ({ label: label === m.resource ? m.details : label, text })),
        { label: m.cameFrom, text: addressOf(row) },
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

/** What administrators changed of the tenant, for super admins. */
export function AdminChangesScreen() {
  return (
    <>
      <ScreenHeader crumbs={[{ title: m.changes }]} />
      <EventList
        kind={KIND}
        columns={useColumns()}
        detail={(row, state, onClose) => <Detail row={row} state={state} onClose={onClose} />}
      />
    </>
  );
}
