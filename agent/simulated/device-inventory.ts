/** Generates a device's hardware and installed software from a seed. */
import type { DeviceType } from '#domain/devices/device-type.ts';
import { createInstalledSoftware } from '#domain/samples/installed-software.ts';
import type { Display } from '#protocol/feedback.ts';
import type { Inventory } from '../core/machine.ts';
import { type Random, seededRandom } from './seeded-random.ts';

const GIB = 1024 ** 3;
const MODELS = {
  windows: ['Classmate 14', 'Classmate 15 Pro', 'Desk Mini 5', 'Tower 300'],
  chrome: ['Chromebook 11', 'Chromebook 14', 'Chromebook Spin 11'],
};
const PROCESSORS = {
  windows: [
    { model: 'Example Core 5 2.40 GHz', cores: 4, threads: 8, megahertz: 2_400 },
    { model: 'Example Core 7 2.90 GHz', cores: 8, threads: 16, megahertz: 2_900 },
    { model: 'Example Ryze 3 3.10 GHz', cores: 4, threads: 4, megahertz: 3_100 },
  ],
  chrome: [
    { model: 'Example Cell N100', cores: 4, threads: 4, megahertz: 1_100 },
    { model: 'Example Kompanio 520', cores: 8, threads: 8, megahertz: 2_000 },
  ],
};
const OUR_AGENT = { name: 'Lectern Agent', publisher: 'Lectern' };

/** One catalogue for all devices of this process, created at the first request. */
let drawInstalled: ReturnType<typeof createInstalledSoftware> | undefined;

function installedSoftware(random: Random) {
  drawInstalled ??= createInstalledSoftware();
  const { software, drivers } = drawInstalled(random);
  // Every machine has the agent installed, which the generated catalogue does not contain.
  return { software: [{ ...OUR_AGENT, version: `4.2.${random.below(10)}` }, ...software], drivers };
}

export function deviceInventory(about: {
  seed: string;
  type: DeviceType;
  hostname: string;
  serialNumber?: string | undefined;
  macAddress?: string | undefined;
  displays: readonly Display[];
}): Inventory {
  const random = seededRandom(about.seed, 'inventory');
  const windows = about.type === 'windowsAgent';
  const processor = random.pick(windows ? PROCESSORS.windows : PROCESSORS.chrome);
  return {
    inventoryResults: {
      type: about.type,
      system: [
        {
          computer_name: about.hostname,
          hardware_model: random.pick(windows ? MODELS.windows : MODELS.chrome),
          physical_memory: String(random.pick([4, 8, 16]) * GIB),
          uuid: uuidOf(random),
          hardware_serial: about.serialNumber ?? '',
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
          model: 'Example Graphics 620',
          series: '600',
          driver_version: '31.0.101',
          video_mode: about.displays.map(({ width, height }) => `${width} x ${height}`).join(', '),
        },
      ],
      network: (windows ? ['Ethernet', 'Wi-Fi'] : ['Wi-Fi']).map((friendly_name, i) => {
        const mac = macOf(random);
        return { friendly_name, mac: i === 0 ? (about.macAddress ?? mac) : mac };
      }),
      disks: [{ name: 'Disk 0', size: String(random.pick([64, 128, 256, 512]) * GIB) }],
      os: [{ version: windows ? random.pick(['11 23H2', '11 24H2', '10 22H2']) : '128.0' }],
    },
    softwareResults: windows ? installedSoftware(random) : { software: [], drivers: [] },
  };
}

const hex = (random: Random, digits: number) =>
  Array.from({ length: digits }, () => random.below(16).toString(16)).join('');
const uuidOf = (random: Random) =>
  `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`;
/** A locally administered address, which no manufacturer assigns. */
const macOf = (random: Random) => ['02', ...Array.from({ length: 5 }, () => hex(random, 2))].join(':');
