/** The computer under a drawn desktop. */
import { randomInt } from 'node:crypto';
import type { DeviceType } from '#domain/device-type.ts';
import type { Display } from '#protocol/feedback.ts';
import type { Machine } from '../core/machine.ts';
import { deviceInventory } from './device-inventory.ts';
import { createStudentFiles } from './student-files.ts';

/** Without those that are easily taken for each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const PASSWORD_LENGTH = 10;

export function createSimulatedMachine(about: {
  seed: string;
  type: DeviceType;
  hostname: string;
  serialNumber?: string | undefined;
  userName: string;
  displays: readonly Display[];
  power: Machine['power'];
}): Machine {
  const files = createStudentFiles(about);
  return {
    files: async (folderPath) => files.list(folderPath),
    inventory: async () => deviceInventory(about),
    startRemoteControl: async () => ({
      url: `wss://${about.hostname.toLowerCase()}.local:5701/`,
      password: Array.from({ length: PASSWORD_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
    }),
    // Its passwords are good once; there is nothing else to close.
    stopRemoteControl() {},
    power: about.power,
  };
}
