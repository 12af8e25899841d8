import { mdiSetSplit } from '@mdi/js';
import { dayAndTime } from '#domain/time-text.ts';
import type { DoubtfulDevice } from '#protocol/rest/admin/duplicate-devices.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/list/data-table.tsx';
import { DeviceFacts } from './device-facts.tsx';
import styles from './duplicate-devices.module.css';
import { doubtWords, m } from './messages.ts';

function Reasons({ doubt }: { doubt: DoubtfulDevice }) {
  const { reasons, names, united } = doubt;
  return (
    <ul className={styles.list}>
      {united.map(({ id, name, unitedAt }) => (
        <li key={id}>{m.united({ name, time: dayAndTime(new Date(unitedAt)) })}</li>
      ))}
      {reasons
        .filter((reason) => reason !== 'united')
        .map((reason) => (
          <li key={reason} className={styles.device}>
            {doubtWords[reason]}
            {reason === 'names' ? (
              <span className={styles.facts}>{m.usedAs({ names: names.join(', ') })}</span>
            ) : null}
          </li>
        ))}
    </ul>
  );
}

/** Devices that may each be several machines. */
export function DoubtfulDevicesTable(props: {
  doubts: readonly DoubtfulDevice[];
  onSeparate: (doubt: DoubtfulDevice) => void;
}) {
  return (
    <DataTable caption={m.mayBeSeveral} columns={[m.device, m.why, m.site, m.actions]} hasActions>
      {props.doubts.map((doubt) => (
        <tr key={doubt.device.id}>
          <th scope="row">
            <DeviceFacts device={doubt.device} />
          </th>
          <td>
            <Reasons doubt={doubt} />
          </td>
          <td>
            <bdi>{doubt.siteName}</bdi>
          </td>
          <td>
            <Button
              needsPlatform
              compact
              icon={mdiSetSplit}
              aria-label={m.separateOf({ name: doubt.device.name })}
              onClick={() => props.onSeparate(doubt)}
            >
              {m.separate}
            </Button>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
