/** Hardware and installed software, from files and programs that every desktop has. */
import { readFile } from 'node:fs/promises';
import { arch, cpus, networkInterfaces, release, totalmem } from 'node:os';
import type { Display } from '#protocol/feedback.ts';
import type { Inventory } from '../../../../core/machine.ts';
import type { MachineFacts } from '../../platform.ts';
import { runProgram } from './run-program.ts';

type Software = { name: string; version: string; publisher: string };

export async function readInventory(facts: MachineFacts, displays: readonly Display[]): Promise<Inventory> {
  const [model, uuid, disks, graphics, software] = await Promise.all([
    dmi('product_name'),
    dmi('product_uuid'),
    readDisks(),
    readGraphics(),
    readSoftware(),
  ]);
  return {
    inventoryResults: {
      type: 'linuxAgent',
      system: [
        {
          computer_name: facts.hostname,
          hardware_model: model,
          physical_memory: String(totalmem()),
          uuid,
          hardware_serial: facts.serialNumber ?? '',
        },
      ],
      cpu_info: processors(),
      display_gpu: graphics.map((each) => ({
        ...each,
        video_mode: displays.map(({ width, height }) => `${width} x ${height}`).join(', '),
      })),
      network: adapters(),
      disks,
      os: [{ version: `${facts.os}, Linux ${release()} ${arch()}` }],
    },
    softwareResults: { software, drivers: [] },
  };
}

/** Empty: the machine does not say, or only root may read it. */
const dmi = async (name: string): Promise<string> =>
  (await readFile(`/sys/class/dmi/id/${name}`, 'utf8').catch(() => '')).trim();

function processors() {
  const all = cpus();
  const [first] = all;
  if (first === undefined) return [];
  const { model, speed } = first;
  return [{ model, logical_processors: String(all.length), current_clock_speed: String(speed) }];
}

const adapters = () =>
  Object.entries(networkInterfaces()).flatMap(([friendly_name, addresses = []]) => {
    const [first] = addresses;
    return first === undefined || first.internal ? [] : [{ friendly_name, mac: first.mac }];
  });

async function readDisks(): Promise<{ name: string; size: string }[]> {
  const text = await runProgram('lsblk', [
    '--bytes',
    '--nodeps',
    '--pairs',
    '--output',
    'NAME,SIZE,MODEL,TYPE',
  ]);
  return (text ?? '').split('\n').flatMap((line) => {
    const { NAME = '', SIZE = '', MODEL, TYPE } = pairsOf(line);
    // Memory that is used as a disk.
    return TYPE === 'disk' && !NAME.startsWith('zram') ? [{ name: MODEL || NAME, size: SIZE }] : [];
  });
}

async function readGraphics(): Promise<{ model: string; driver_version: string }[]> {
  const text = (await runProgram('lspci', ['-vmmk'])) ?? '';
  return text.split('\n\n').flatMap((device) => {
    const fields = Object.fromEntries(device.split('\n').map((line) => line.split(/:\t/)));
    const { Class = '', Vendor = '', Device = '', Driver = '' } = fields as Record<string, string>;
    return /VGA|3D|Display/.test(Class) ? [{ model: `${Vendor} ${Device}`, driver_version: Driver }] : [];
  });
}

/** The package manager replaces the names in braces. */
const DEBIAN_FORMAT = `${['Package', 'Version', 'Maintainer'].map((field) => `\${${field}}`).join('\t')}\n`;

/** From the package manager: that of Debian, else that of Red Hat and SUSE. */
async function readSoftware(): Promise<Software[]> {
  const ofDebian = await runProgram('dpkg-query', ['-W', '-f', DEBIAN_FORMAT]);
  const text = ofDebian ?? (await runProgram('rpm', ['-qa', '--qf', '%{NAME}\t%{VERSION}\t%{VENDOR}\n']));
  return (text ?? '').split('\n').flatMap((line) => {
    const [name, version = '', publisher = ''] = line.split('\t');
    return name ? [{ name, version, publisher: publisher.replace(/ <.*/, '') }] : [];
  });
}

/** `NAME="sda" SIZE="5"` as an object. */
const pairsOf = (line: string): Record<string, string> =>
  Object.fromEntries(
    [...line.matchAll(/\b(\w{1,32})="([^"]{0,1024})"/g)].map(([, name = '', value = '']) => [name, value]),
  );
