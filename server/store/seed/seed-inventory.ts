import type { Transaction } from 'kysely';
import type { Database } from '../database.ts';
import { toJson } from '../database.ts';
import { insertAll } from './insert-all.ts';
import { createRandom, type Random } from './random.ts';
import type { Student } from './school.ts';

/** How many devices have reported their inventory. */
const DEVICES_WITH_INVENTORY = 150;
const GIB = 1024 ** 3;

const PROGRAMS = [
  { name: 'Text Processor', publisher: 'Office Example Ltd', version: '24.2' },
  { name: 'Spreadsheets', publisher: 'Office Example Ltd', version: '24.2' },
  { name: 'Web Browser', publisher: 'Browser Example', version: '156.0.1' },
  { name: 'Picture Editor', publisher: 'Pixel Example', version: '3.0.4' },
  { name: 'Geometry Board', publisher: '', version: '6.1' },
  { name: 'Code Blocks', publisher: 'Learning Example', version: '1.12' },
];
const DRIVERS = [
  { description: 'Graphics adapter', class: 'DISPLAY', provider: 'Graphics Example', version: '31.0.101' },
  { description: 'Wireless network', class: 'NET', provider: 'Network Example', version: '23.20.0' },
  { description: 'Touchpad', class: 'HIDCLASS', provider: '', version: '10.0.2' },
];

/** What the machines of the first site report about their hardware and programs. */
export async function seedInventory(
  trx: Transaction<Database>,
  tenant: string,
  students: readonly Student[],
): Promise<void> {
  const random = createRandom(41);
  await insertAll(
    trx,
    'device_inventory',
    students.slice(0, DEVICES_WITH_INVENTORY).map(({ device }) => ({
      tenant,
      device_id: device.id,
      inventory_results: toJson(hardware(random, device)),
      software_results: toJson(
        device.type === 'windowsAgent'
          ? { software: PROGRAMS.filter(() => random.chance(0.7)), drivers: DRIVERS }
          : { software: [], drivers: [] },
      ),
    })),
  );
}

function hardware(random: Random, device: Student['device']) {
  const windows = device.type === 'windowsAgent';
  const cores = random.pick([2, 4, 8]);
  return {
    type: device.type,
    system: [
      {
        computer_name: device.hostname,
        hardware_model: windows ? random.pick(['Classmate 14', 'Desk Mini 5']) : 'Chromebook 11',
        physical_memory: String(random.pick([4, 8, 16]) * GIB),
        uuid: `00000000-0000-4000-8000-${device.id.replace(/\D/g, '').padStart(12, '0')}`,
        hardware_serial: device.serialNumber,
      },
    ],
    cpu_info: [
      {
        model: windows ? 'Example Core 5 2.40 GHz' : 'Example Cell N100',
        number_of_cores: String(cores),
        logical_processors: String(cores * 2),
        current_clock_speed: windows ? '2400' : '1100',
      },
    ],
    display_gpu: [
      {
        model: 'Example Graphics 620',
        series: '600',
        driver_version: '31.0.101',
        video_mode: device.displays.map(({ width, height }) => `${width} x ${height}`).join(', '),
      },
    ],
    network: [{ friendly_name: windows ? 'Ethernet' : 'Wi-Fi' }],
    disks: [{ name: 'Disk 0', size: String(random.pick([64, 128, 256]) * GIB) }],
    os: [{ version: windows ? '11 23H2' : '128.0' }],
  };
}
