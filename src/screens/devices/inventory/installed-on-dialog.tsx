import { mdiDesktopClassic } from '@mdi/js';
import { useCallback } from 'react';
import { shortTitle } from '#domain/devices/inventory-words.ts';
import { sortedRows } from '#domain/lists/list-sort.ts';
import type { InstalledOn } from '#protocol/threads/inventory-worker.ts';
import { inventoryClient } from '#rest/inventory/inventory-client.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { DataTable } from '#ui/list/data-table.tsx';
import { Spinner } from '#ui/spinner.tsx';
import styles from './inventory.module.css';
import { m } from './messages.ts';
import { useAnswer } from './use-answer.ts';

const BY_NAME = { column: 'deviceName', isDescending: false };
const nameOf = ({ deviceName }: InstalledOn) => deviceName;

/** The devices that have a program or a driver installed, with its version. */
export function InstalledOnDialog(props: {
  table: 'programs' | 'drivers';
  id: string;
  name: string;
  onClose: () => void;
}) {
  const { table, id, name } = props;
  const ask = useCallback(
    async () => sortedRows(await inventoryClient.installedOn(table, id), BY_NAME, nameOf),
    [table, id],
  );
  const answer = useAnswer(ask);
  return (
    <Dialog label={shortTitle(name)} width="600px" closeLabel={m.close} onClose={props.onClose} withHeader>
      <div className={styles.dialog}>
        {answer === undefined ? (
          <Spinner label={m.loading} />
        ) : answer.value.length === 0 ? (
          <EmptyState icon={mdiDesktopClassic} title={table === 'programs' ? m.noPrograms : m.noDrivers} />
        ) : (
          <div className={styles.scroll}>
            <DataTable caption={name} columns={[m.deviceName, m.version]}>
              {answer.value.map((device) => (
                <tr key={`${device.id} ${device.version}`}>
                  <th scope="row">{device.deviceName}</th>
                  <td>{device.version}</td>
                </tr>
              ))}
            </DataTable>
          </div>
        )}
      </div>
    </Dialog>
  );
}
