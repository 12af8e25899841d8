/** The computer below the screen, for the device core. */
import type { Machine } from '../core/machine.ts';
import { UNSUPPORTED } from '../core/outcome.ts';
import type { DesktopFiles } from './files/desktop-files.ts';
import type { Platform } from './platform/platform.ts';

export const createDesktopMachine = (platform: Platform, files: Pick<DesktopFiles, 'list'>): Machine => ({
  files: files.list,
  inventory: platform.inventory,
  network: platform.network,
  startRemoteControl: async () => undefined,
  stopRemoteControl() {},
  signIn: () => UNSUPPORTED,
  power: platform.power,
});
