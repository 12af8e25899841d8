import { mdiApplicationOutline, mdiChip, mdiDesktopClassic } from '@mdi/js';
import { useCallback, useState } from 'react';
import { shortTitle } from '#domain/devices/inventory-words.ts';
import { sortedRows } from '#domain/lists/list-sort.ts';
import type { DeviceHardware, DeviceSoftware } from '#protocol/threads/inventory-worker.ts';
import { inventoryClient } from '#rest/inventory/inventory-client.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { DataTable } from '#ui/list/data-table.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { Tabs } from '#ui/tabs.tsx';
import styles from './inventory.module.css';
import { m } from './messages.ts';
import { useAnswer } from './use-answer.ts';

function Programs({ programs }: Pick<DeviceSoftware, 'programs'>) {
  if (programs.length === 0) return <EmptyState icon={mdiApplicationOutline} title={m.noPrograms} />;
  const rows = sortedRows(programs, { column: 'name', isDescending: false }, ({ name }) => name);
  return (
    <div className={styles.scroll}>
      <DataTable caption={m.programs} columns={[m.name, m.publisher, m.version]}>
        {rows.map(({ id, name, publisher, version }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <td>{publisher}</td>
            <td>{version}</td>
          </tr>
        ))}
      </DataTable>
    </div>
  );
}

function Drivers({ drivers }: Pick<DeviceSoftware, 'drivers'>) {
  if (drivers.length === 0) return <EmptyState icon={mdiChip} title={m.noDrivers} />;
  const rows = sortedRows(
    drivers,
    { column: 'description', isDescending: false },
    ({ description }) => description,
  );
  return (
    <div className={styles.scroll}>
      <DataTable caption={m.drivers} columns={[m.description, m.class, m.provider, m.version]}>
        {rows.map((driver) => (
          <tr key={driver.id}>
            <th scope="row">{driver.description}</th>
            <td>{driver.class}</td>
            <td>{driver.provider}</td>
            <td>{driver.version}</td>
          </tr>
        ))}
      </DataTable>
    </div>
  );
}

function Software({ software }: { software: DeviceSoftware | undefined }) {
  const [tab, setTab] = useState<'programs' | 'drivers'>('programs');
  if (software === undefined || software.programs.length + software.drivers.length === 0)
    return <EmptyState icon={mdiDesktopClassic} title={m.noDeviceData} />;
  return (
    <Tabs
      label={m.selectedSoftware}
      value={tab}
      onChange={setTab}
      items={[
        { key: 'programs', title: m.programs, panel: () => <Programs programs={software.programs} /> },
        { key: 'drivers', title: m.drivers, panel: () => <Drivers drivers={software.drivers} /> },
      ]}
    />
  );
}

/** Software installed on one device. */
export function DeviceSoftwareDialog(props: { device: DeviceHardware; onClose: () => void }) {
  const { id, deviceName } = props.device;
  const ask = useCallback(() => inventoryClient.softwareOf(id), [id]);
  const answer = useAnswer(ask);
  return (
    <Dialog label={m.selectedSoftware} width="1000px" closeLabel={m.close} onClose={props.onClose} withHeader>
      <div className={styles.dialog}>
        <p className={styles.subject}>{shortTitle(deviceName)}</p>
        {answer === undefined ? <Spinner label={m.loading} /> : <Software software={answer.value} />}
      </div>
    </Dialog>
  );
}
