import { useRouter } from '@tanstack/react-router';
import { shownText } from '#domain/shown-text.ts';
import { EventBell } from '../../features/policy-events/event-bell.tsx';
import { OnlineStatus } from '../../features/wake/online-status.tsx';
import { PlainLink } from '../../shell/navigation/plain-link.tsx';
import { ApartFromRow } from '../../ui/list/apart-from-row.tsx';
import type { ListSelection } from '../../ui/list/list-selection.ts';
import { SelectableTable, type TableColumn } from '../../ui/list/selectable-table.tsx';
import type { List } from '../../ui/list/use-list.ts';
import { m } from './messages.ts';
import type { UserRow } from './user-rows.ts';
import styles from './user-table.module.css';

const nameOf = (row: UserRow) => shownText(row.name) || m.unnamed;

const COLUMNS: readonly TableColumn<UserRow>[] = [
  {
    key: 'name',
    title: m.name,
    isSortable: true,
    width: 'min(24rem, 52vw)',
    cell: (row) => (
      <span className={styles.person}>
        <ApartFromRow>
          <PlainLink path={row.path} className={styles.name}>
            <bdi>{nameOf(row)}</bdi>
          </PlainLink>
        </ApartFromRow>
        <bdi className={styles.email} data-tip={row.email}>
          {row.email}
        </bdi>
      </span>
    ),
  },
  {
    key: 'status',
    title: m.status,
    isSortable: true,
    width: '12rem',
    cell: ({ clients }) => (
      <OnlineStatus isOnline={clients.length > 0} isWindows={false} wokenAt={undefined} />
    ),
  },
  {
    key: 'notifications',
    title: m.notifications,
    isSortable: true,
    width: '10rem',
    cell: (row) => (
      <ApartFromRow>
        <EventBell count={row.alertCount} name={nameOf(row)} path={`${row.path}?tab=Alerts`} />
      </ApartFromRow>
    ),
  },
];

const labelOf = (row: UserRow) => m.selectUser({ name: nameOf(row) });

/** One page of people. */
export function UserTable(props: {
  rows: readonly UserRow[];
  list: List<UserRow>;
  selection: ListSelection;
}) {
  const { rows, list } = props;
  const router = useRouter();
  return (
    <SelectableTable
      caption={m.caption}
      columns={COLUMNS}
      rows={rows}
      textOf={nameOf}
      sort={list.sort}
      onSort={list.sortBy}
      selection={props.selection}
      allLabel={m.selectAll({ count: list.found.length })}
      labelOf={labelOf}
      onOpen={({ path }) => router.history.push(path)}
    />
  );
}
