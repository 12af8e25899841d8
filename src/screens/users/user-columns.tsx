import { rowName } from '#features/directory/site-list.tsx';
import { EventBell } from '#features/policy-events/event-bell.tsx';
import { OnlineStatus } from '#features/wake/online-status.tsx';
import { PlainLink } from '#shell/navigation/plain-link.tsx';
import { ApartFromRow } from '#ui/list/apart-from-row.tsx';
import type { TableColumn } from '#ui/list/table-column.ts';
import { m } from './messages.ts';
import styles from './user-columns.module.css';
import type { UserRow } from './user-rows.ts';

export const COLUMNS: readonly TableColumn<UserRow>[] = [
  {
    key: 'name',
    title: m.name,
    isSortable: true,
    width: 'min(24rem, 52vw)',
    cell: (row) => (
      <span className={styles.person}>
        <ApartFromRow>
          <PlainLink path={row.path} className={styles.name}>
            <bdi>{rowName(row)}</bdi>
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
      <OnlineStatus isOnline={clients.length > 0} isComputer={false} wokenAt={undefined} />
    ),
  },
  {
    key: 'notifications',
    title: m.notifications,
    isSortable: true,
    width: '10rem',
    cell: (row) => (
      <ApartFromRow>
        <EventBell count={row.alertCount} name={rowName(row)} path={`${row.path}?tab=Alerts`} />
      </ApartFromRow>
    ),
  },
];
