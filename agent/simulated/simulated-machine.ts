/** The computer under a drawn desktop. */
import { randomInt } from 'node:crypto';
import type { DeviceType } from '#domain/device-type.ts';
import type { Display } from '#protocol/feedback.ts';
import type { Machine, Network } from '../core/machine.ts';
import { deviceInventory } from './device-inventory.ts';
import { seededRandom } from './seeded-random.ts';
import { createStudentFiles } from './student-files.ts';

/** Without those that are easily taken for each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const PASSWORD_LENGTH = 10;

export function createSimulatedMachine(about: {
  seed: string;
  type: DeviceType;
  hostname: string;
  serialNumber?: string | undefined;
  macAddress?: string | undefined;
  userName: string;
  displays: readonly Display[];
  power: Machine['power'];
}): Machine {
  const files = createStudentFiles(about);
  const network = schoolNetwork(about.hostname);
  return {
    files: async (folderPath) => files.list(folderPath),
    inventory: async () => deviceInventory(about),
    network: () => network,
    startRemoteControl: async () => ({
      url: `wss://${about.hostname.toLowerCase()}.local:5701/`,
      password: Array.from({ length: PASSWORD_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
    }),
    // Its passwords are good once; there is nothing else to close.
    stopRemoteControl() {},
    power: about.power,
  };
}

/** An address of the school's range 10.20.0.0/16, the same whenever the device is there. */
function schoolNetwork(hostname: string): Network {
  const random = seededRandom(hostname, 'network');
  return { addresses: [`10.20.${random.below(200)}.${2 + random.below(250)}`], ssid: 'School' };
}
