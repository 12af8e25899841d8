/** The computer under a drawn desktop. */
import type { DeviceType } from '#domain/devices/device-type.ts';
import type { Network } from '#domain/policies/network.ts';
import type { Display } from '#protocol/feedback.ts';
import type { Machine } from '../core/machine.ts';
import { deviceInventory } from './device-inventory.ts';
import type { RemoteScreen } from './remote-screen/remote-screen.ts';
import { seededRandom } from './seeded-random.ts';
import { createStudentFiles, type StudentFiles } from './student-files.ts';

/** A test takes it to another network. */
export type SimulatedMachine = Machine & { moveTo(network: Network): void };

export function createSimulatedMachine(about: {
  seed: string;
  type: DeviceType;
  hostname: string;
  serialNumber?: string | undefined;
  macAddress?: string | undefined;
  userName: string;
  displays: readonly Display[];
  power: Machine['power'];
  /** Made up unless said. */
  files?: StudentFiles;
  /** Without it no tutor can control this machine. */
  remoteScreen?: Pick<RemoteScreen, 'open' | 'close'>;
}): SimulatedMachine {
  const files = about.files ?? createStudentFiles(about);
  let network = schoolNetwork(about.hostname);
  return {
    files: files.list,
    inventory: async () => deviceInventory(about),
    network: () => network,
    moveTo(next) {
      network = next;
    },
    startRemoteControl: async (ended) => about.remoteScreen?.open(ended),
    stopRemoteControl: () => about.remoteScreen?.close(),
    power: about.power,
  };
}

/** An address of the school's range 10.20.0.0/16, the same whenever the device is there. */
function schoolNetwork(hostname: string): Network {
  const random = seededRandom(hostname, 'network');
  return { addresses: [`10.20.${random.below(200)}.${2 + random.below(250)}`], ssid: 'School' };
}
