/** Runs the lock process from its source, for an agent that is not bundled. */
import { fileURLToPath } from 'node:url';
import type { LockCommand } from './lock-processes.ts';

/** The folder in which Node finds `tsx`. */
const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const ENTRY = fileURLToPath(new URL('./main.ts', import.meta.url));

export const SOURCE_COMMAND: LockCommand = {
  program: process.execPath,
  args: ['--import', 'tsx', ENTRY],
  cwd: ROOT,
};
