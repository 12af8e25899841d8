import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { DeviceHardware } from '#protocol/threads/inventory-worker.ts';
import { DialogBoundary } from '#ui/dialog/dialog-boundary.tsx';
import { ApartFromRow } from '#ui/list/apart-from-row.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { softwareColumns } from './device-columns.tsx';
import { DeviceSoftwareDialog } from './device-software-dialog.tsx';
import { DevicesTable } from './devices-table.tsx';
import styles from './inventory.module.css';
import { m } from './messages.ts';
import { DriversTable, ProgramsTable } from './programs-and-drivers.tsx';

function SoftwareInfo() {
  const [opened, setOpened] = useState<DeviceHardware>();
  const columns = useMemo(
    () =>
      softwareColumns((device) => (
        <ApartFromRow>
          <button type="button" className={`${styles.open} ${styles.line}`} onClick={() => setOpened(device)}>
            {device.deviceName}
          </button>
        </ApartFromRow>
      )),
    [],
  );
  return (
    <>
      <DevicesTable
        caption={m.softwareInfo}
        name="software"
        fileName="software_export.csv"
        empty={m.noSoftware}
        columns={columns}
        onOpen={setOpened}
      />
      {opened === undefined ? null : (
        <DialogBoundary onClose={() => setOpened(undefined)}>
          <DeviceSoftwareDialog device={opened} onClose={() => setOpened(undefined)} />
        </DialogBoundary>
      )}
    </>
  );
}

/** The Software tab of the Devices page. */
export function SoftwareTab() {
  const { view = 'software' } = useSearch({ from: '/console/clients' });
  const navigate = useNavigate({ from: '/clients' });
  return (
    <Tabs
      label={m.softwareViews}
      value={view}
      onChange={(next) =>
        void navigate({
          search: { tab: 'software', ...(next !== 'software' && { view: next }) },
          replace: true,
        })
      }
      items={[
        { key: 'software', title: m.softwareInfo, panel: () => <SoftwareInfo /> },
        { key: 'programs', title: m.programs, panel: () => <ProgramsTable /> },
        { key: 'drivers', title: m.drivers, panel: () => <DriversTable /> },
      ]}
    />
  );
}
