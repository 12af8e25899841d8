import { mdiSetMerge } from '@mdi/js';
import type { LikeDevices } from '#protocol/rest/admin/duplicate-devices.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/list/data-table.tsx';
import { DeviceFacts } from './device-facts.tsx';
import styles from './duplicate-devices.module.css';
import { likenessWords, m } from './messages.ts';

/** Devices that may be one machine, one row per set. */
export function LikeDevicesTable(props: {
  sets: readonly LikeDevices[];
  onUnite: (set: LikeDevices) => void;
}) {
  return (
    <DataTable caption={m.mayBeOne} columns={[m.devices, m.why, m.site, m.actions]} hasActions>
      {props.sets.map((set) => (
        <tr key={set.devices.map(({ id }) => id).join(' ')}>
          <th scope="row">
            <ul className={styles.list}>
              {set.devices.map((device) => (
                <li key={device.id}>
                  <DeviceFacts device={device} />
                </li>
              ))}
            </ul>
          </th>
          <td>{set.reasons.map((reason) => likenessWords[reason]).join(', ')}</td>
          <td>
            <bdi>{set.siteName}</bdi>
          </td>
          <td>
            <Button
              needsPlatform
              compact
              icon={mdiSetMerge}
              aria-label={m.uniteOf({ names: set.devices.map(({ name }) => name).join(', ') })}
              onClick={() => props.onUnite(set)}
            >
              {m.unite}
            </Button>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
