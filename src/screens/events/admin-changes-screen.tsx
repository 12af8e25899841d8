import { shownText } from '#domain/shown-text.ts';
import type { ResourceLog } from '#protocol/rest/event-log.ts';
import { ADMIN_CHANGES } from '#rest/event-logs.ts';
import { ScreenHeader } from '#shell/layout/screen-header.tsx';
import type { TableColumn } from '#ui/list/table-column.ts';
import { changeColumns } from './change-columns.ts';
import { ChangeDetail } from './change-detail.tsx';
import { adminChangeWord, changedFields, changeLine } from './change-words.ts';
import { EventList, type EventListKind } from './event-list.tsx';
import { resourceName, tutorName, typeOf } from './event-words.ts';
import { m, typeWords } from './messages.ts';
import type { EventFilterState } from './use-event-filters.ts';

const addressOf = ({ parameters }: ResourceLog) => shownText(parameters.from ?? '', 60);

/** Resources of the admin realm. */
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
  summary: (row) => `${tutorName(row)}, ${adminChangeWord(row)}, ${typeOf(row)}, ${resourceName(row)}`,
};

const COLUMNS: readonly TableColumn<ResourceLog>[] = [
  ...changeColumns(adminChangeWord, { tutor: '12rem', type: '9rem' }),
  {
    key: 'name',
    title: m.resource,
    width: '13rem',
    cell: (row) => <bdi>{resourceName(row)}</bdi>,
    text: resourceName,
  },
  { key: 'details', title: m.details, cell: (row) => <bdi>{changeLine(row)}</bdi>, text: changeLine },
];

function Detail(props: { row: ResourceLog; state: EventFilterState; onClose: () => void }) {
  const { row } = props;
  const facts = [
    { label: m.resource, text: resourceName(row) },
    ...changedFields(row)
      .filter(({ key }) => key !== 'name' || row.parameters.method === 'PUT')
      .map(({ label, text }) => ({ label: label === m.resource ? m.details : label, text })),
    { label: m.cameFrom, text: addressOf(row) },
  ];
  return <ChangeDetail {...props} change={adminChangeWord(row)} facts={facts} />;
}

/** Changes made by administrators of the tenant; for super admins. */
export function AdminChangesScreen() {
  return (
    <>
      <ScreenHeader crumbs={[{ title: m.changes }]} />
      <EventList
        kind={KIND}
        columns={COLUMNS}
        detail={(row, state, onClose) => <Detail row={row} state={state} onClose={onClose} />}
      />
    </>
  );
}
