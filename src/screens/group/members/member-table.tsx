import { mdiAccountOutline } from '@mdi/js';
import { shownText } from '#domain/shown-text.ts';
import { trimmedText } from '#domain/visible-text.ts';
import { DeviceTypeIcon } from '#ui/icon/device-type-icon.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import type { ListSelection } from '#ui/list/list-selection.ts';
import { SelectableTable, type TableColumn } from '#ui/list/selectable-table.tsx';
import type { List } from '#ui/list/use-list.ts';
import type { MemberRow } from './member-row.ts';
import { MemberStatus } from './member-status.tsx';
import styles from './members-tab.module.css';
import { m } from './messages.ts';

const nameOf = (row: MemberRow) => trimmedText(row.name) || m.unnamed;
const labelOf = (row: MemberRow) => m.selectMember({ name: shownText(row.name) || m.unnamed });

function Name({ row }: { row: MemberRow }) {
  const name = nameOf(row);
  return (
    <span className={styles.member}>
      {row.kind === 'user' ? (
        <Icon path={mdiAccountOutline} size={18} label={m.person} />
      ) : (
        <DeviceTypeIcon type={row.type ?? 'unknown'} version={row.version} size={18} />
      )}
      <bdi className={styles.text}>{name}</bdi>
      {/* An alias hides the name that is written on the machine. */}
      {row.kind === 'device' && row.deviceName !== name ? (
        <bdi className={`${styles.text} ${styles.quiet}`}>{row.deviceName}</bdi>
      ) : null}
    </span>
  );
}

const Text = (props: { text: string | undefined }) => <bdi className={styles.text}>{props.text}</bdi>;

const name = (title: string): TableColumn<MemberRow> => ({
  key: 'name',
  title,
  isSortable: true,
  cell: (row) => <Name row={row} />,
});
const status: TableColumn<MemberRow> = {
  key: 'status',
  title: m.status,
  isSortable: true,
  cell: (row) => <MemberStatus row={row} />,
};

const COLUMNS_OF_PEOPLE: readonly TableColumn<MemberRow>[] = [
  name(m.name),
  { key: 'device', title: m.device, isSortable: true, cell: (row) => <Text text={row.deviceName} /> },
  status,
];
const COLUMNS_OF_DEVICES: readonly TableColumn<MemberRow>[] = [
  name(m.device),
  { key: 'user', title: m.user, isSortable: true, cell: (row) => <Text text={row.userName} /> },
  status,
];

/** One page of members. */
export function MemberTable(props: {
  rows: readonly MemberRow[];
  list: List<MemberRow>;
  selection: ListSelection;
}) {
  const { rows, list } = props;
  const isPeople = rows[0]?.kind === 'user';
  return (
    <SelectableTable
      caption={m.caption}
      columns={isPeople ? COLUMNS_OF_PEOPLE : COLUMNS_OF_DEVICES}
      rows={rows}
      textOf={nameOf}
      sort={list.sort}
      onSort={list.sortBy}
      selection={props.selection}
      allLabel={m.selectAll({ count: list.found.length })}
      labelOf={labelOf}
    />
  );
}
