import { mdiAccountOutline } from '@mdi/js';
import { useEffect, useRef } from 'react';
import { shownText } from '#domain/shown-text.ts';
import { DeviceTypeIcon } from '../../../ui/icon/device-type-icon.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import table from '../../../ui/list/data-table.module.css';
import type { MemberRow } from './member-row.ts';
import type { MemberSelection } from './member-selection.ts';
import { MemberStatus } from './member-status.tsx';
import styles from './members-tab.module.css';
import { m } from './messages.ts';

/** The box of a whole list: a mixed state is a property, not an attribute. */
function SelectAll(props: { selection: MemberSelection; count: number }) {
  const ref = useRef<HTMLInputElement>(null);
  const { state, selectAll } = props.selection;
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = state === 'some';
  }, [state]);
  return (
    <input
      ref={ref}
      type="checkbox"
      className={styles.check}
      aria-label={m.selectAll({ count: props.count })}
      checked={state === 'all'}
      onChange={() => selectAll(state !== 'all')}
    />
  );
}

function Row(props: { row: MemberRow; selection: MemberSelection }) {
  const { row, selection } = props;
  const name = row.name === '' ? m.unnamed : row.name;
  return (
    <tr>
      <td className={styles.box}>
        <input
          type="checkbox"
          className={styles.check}
          aria-label={m.selectMember({ name: shownText(row.name) || m.unnamed })}
          checked={selection.has(row.id)}
          onChange={(event) => selection.select(row.id, event.currentTarget.checked)}
        />
      </td>
      <td>
        <span className={styles.member}>
          {row.kind === 'user' ? (
            <Icon path={mdiAccountOutline} size={18} label={m.person} />
          ) : (
            <DeviceTypeIcon type={row.type ?? 'unknown'} version={row.version} size={18} />
          )}
          <bdi className={styles.text}>{name}</bdi>
          {/* An alias hides what is written on the machine. */}
          {row.kind === 'device' && row.deviceName !== name ? (
            <bdi className={`${styles.text} ${styles.quiet}`}>{row.deviceName}</bdi>
          ) : null}
        </span>
      </td>
      <td>
        <bdi className={styles.text}>{row.kind === 'user' ? row.deviceName : row.userName}</bdi>
      </td>
      <td>
        <MemberStatus row={row} />
      </td>
    </tr>
  );
}

/** One page of members. `count`: how many all pages have. */
export function MemberTable(props: {
  rows: readonly MemberRow[];
  count: number;
  selection: MemberSelection;
}) {
  const { rows, selection } = props;
  const isPeople = rows[0]?.kind === 'user';
  const columns = isPeople ? [m.name, m.device, m.status] : [m.device, m.user, m.status];
  return (
    <div className={table.frame}>
      <table className={table.table}>
        <caption className="visually-hidden">{m.caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={styles.box}>
              <SelectAll selection={selection} count={props.count} />
            </th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} selection={selection} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
