import { HARDWARE_COLUMNS } from './device-columns.tsx';
import { DevicesTable } from './devices-table.tsx';
import { m } from './messages.ts';

/** The Hardware tab of the Devices page. */
export function HardwareTab() {
  return (
    <DevicesTable
      caption={m.hardware}
      name="hardware"
      fileName="hardware_export.csv"
      empty={m.noHardware}
      columns={HARDWARE_COLUMNS}
    />
  );
}
