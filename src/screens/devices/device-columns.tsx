import { isComputer } from '#domain/devices/device-type.ts';
import { shownText } from '#domain/shown-text.ts';
import { rowName } from '#features/directory/site-list.tsx';
import { EventBell } from '#features/policy-events/event-bell.tsx';
import { OnlineStatus } from '#features/wake/online-status.tsx';
import { PlainLink } from '#shell/navigation/plain-link.tsx';
import { DeviceTypeIcon } from '#ui/icon/device-type-icon.tsx';
import { ApartFromRow } from '#ui/list/apart-from-row.tsx';
import type { TableColumn } from '#ui/list/table-column.ts';
import styles from './device-columns.module.css';
import type { DeviceRow } from './device-rows.ts';
import { m } from './messages.ts';

/** Further groups are shown as a number. */
const MAX_GROUPS = 3;

function Groups({ row }: { row: DeviceRow }) {
  const rest = row.groups.length - MAX_GROUPS;
  return (
    <ApartFromRow>
      <span className={styles.groups}>
        {row.groups.slice(0, MAX_GROUPS).map(({ id, title }) => (
          <PlainLink key={id} path={`/group/${encodeURIComponent(id)}`}>
            <bdi>{title}</bdi>
          </PlainLink>
        ))}
        {rest > 0 ? (
          <span
            className={styles.rest}
            data-tip={row.groups
              .slice(MAX_GROUPS)
              .map(({ title }) => title)
              .join(', ')}
          >
            {m.moreGroups({ count: rest })}
          </span>
        ) : null}
      </span>
    </ApartFromRow>
  );
}

/** All columns fit on a Chromebook of 1,366 pixels beside the navigation, and share any further width. */
export const COLUMNS: readonly TableColumn<DeviceRow>[] = [
  {
    key: 'os',
    title: m.os,
    isSortable: true,
    width: '4rem',
    cell: ({ type, version }) => <DeviceTypeIcon type={type} version={version} size={18} />,
  },
  {
    key: 'name',
    title: m.name,
    isSortable: true,
    namesRow: true,
    width: 'min(14rem, 42vw)',
    cell: (row) => (
      <span className={styles.device}>
        <ApartFromRow>
          <PlainLink path={row.path} className={styles.name}>
            <bdi>{rowName(row)}</bdi>
          </PlainLink>
        </ApartFromRow>
        {row.hostname === row.name ? null : <bdi className={styles.hostname}>{row.hostname}</bdi>}
      </span>
    ),
  },
  {
    key: 'user',
    title: m.user,
    isSortable: true,
    width: '12rem',
    cell: ({ userName }) => <bdi>{shownText(userName)}</bdi>,
  },
  {
    key: 'status',
    title: m.status,
    isSortable: true,
    width: '10.5rem',
    cell: ({ wokenAt, type, clients, isShutOut }) => (
      <OnlineStatus
        isOnline={clients.length > 0}
        isComputer={isComputer(type)}
        wokenAt={wokenAt}
        isShutOut={isShutOut}
      />
    ),
  },
  {
    key: 'notifications',
    title: m.notifications,
    isSortable: true,
    width: '8.5rem',
    cell: (row) => (
      <ApartFromRow>
        <EventBell count={row.alertCount} name={rowName(row)} path={`${row.path}?tab=Alerts`} />
      </ApartFromRow>
    ),
  },
  {
    key: 'groups',
    title: m.groups,
    isSortable: true,
    width: '14rem',
    cell: (row) => <Groups row={row} />,
  },
];
