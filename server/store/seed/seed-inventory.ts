import type { Transaction } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import { createInstalledSoftware } from '#domain/samples/installed-software.ts';
import { createRandom, type Random } from '#domain/samples/random.ts';
import type { Database } from '../database.ts';
import { toJson } from '../database.ts';
import { insertAll } from './insert-all.ts';
import type { Student } from './school.ts';

/** A device reports about 15 kilobytes. */
const DEVICES_PER_STATEMENT = 100;
const GIB = 1024 ** 3;
/** The newest inventory has this time, the others are up to a month older. */
const NEWEST_AT = Date.UTC(2026, 9, 30, 15, 4);
const MINUTES_BEFORE = 60 * 24 * 30;

const MODELS = ['Classmate 14', 'Classmate 15 Pro', 'Desk Mini 5', 'Tower 300', 'Slate 11 Convertible'];
const PROCESSORS = [
  { model: 'Example Core 5 2.40 GHz', cores: 4, threads: 8, megahertz: 2_400 },
  { model: 'Example Core 7 2.90 GHz', cores: 8, threads: 16, megahertz: 2_900 },
  { model: 'Example Ryze 3 3.10 GHz', cores: 4, threads: 4, megahertz: 3_100 },
  { model: 'Example Cell N100', cores: 4, threads: 4, megahertz: 1_100 },
];
const GRAPHICS = [
  { model: 'Example Graphics 620', series: '600', driver_version: '31.0.101.2111' },
  { model: 'Example Iris 80', series: 'Iris', driver_version: '32.0.15.6094' },
  { model: 'Pixel Vega 7', series: 'Vega', driver_version: '27.20.1034.6' },
];
const NETWORKS = [
  ['Ethernet'],
  ['Wi-Fi'],
  ['Ethernet', 'Wi-Fi'],
  ['Ethernet', 'Wi-Fi', 'Bluetooth Network Connection'],
];

/** Inserts hardware, programs and drivers of the Windows machines of a site. */
export async function seedInventory(
  trx: Transaction<Database>,
  { tenant, site }: SiteKey,
  students: readonly Student[],
): Promise<void> {
  const installedOn = createInstalledSoftware();
  const devices = students.flatMap(({ device }) => (device.type === 'windowsAgent' ? [device] : []));
  for (let from = 0; from < devices.length; from += DEVICES_PER_STATEMENT) {
    const rows = devices.slice(from, from + DEVICES_PER_STATEMENT).map((device) => {
      // The seed is the device's own number, so that the inventory is the same in a larger school.
      const random = createRandom(41 * Number(device.id.replace(/\D/g, '')));
      return {
        tenant,
        site_id: site,
        device_id: device.id,
        inventory_results: toJson(hardware(random, device)),
        software_results: toJson(installedOn(random)),
        updated_at: new Date(NEWEST_AT - random.below(MINUTES_BEFORE) * 60_000),
      };
    });
    await insertAll(trx, 'device_inventory', rows);
  }
}

function hardware(random: Random, device: Student['device']) {
  const processor = random.pick(PROCESSORS);
  const disks = random.chance(0.2) ? 2 : 1;
  return {
    type: device.type,
    system: [
      {
        computer_name: device.hostname,
        hardware_model: random.pick(MODELS),
        physical_memory: String(random.pick([4, 8, 16, 32]) * GIB),
        uuid: `00000000-0000-4000-8000-${device.id.replace(/\D/g, '').padStart(12, '0')}`,
        hardware_serial: device.serialNumber,
      },
    ],
    cpu_info: [
      {
        model: processor.model,
        number_of_cores: String(processor.cores),
        logical_processors: String(processor.threads),
        current_clock_speed: String(processor.megahertz),
      },
    ],
    display_gpu: [
      {
        ...random.pick(GRAPHICS),
        video_mode: device.displays.map(({ width, height }) => `${width} x ${height}`).join(', '),
      },
    ],
    network: random.pick(NETWORKS).map((friendly_name) => ({ friendly_name })),
    disks: Array.from({ length: disks }, (_, number) => ({
      name: `Disk ${number}`,
      size: String(random.pick([64, 128, 256, 512]) * GIB),
    })),
    os: [{ version: random.pick(['11 24H2', '11 23H2', '10 22H2']) }],
  };
}
