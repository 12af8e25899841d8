/** Runs the WebRTC process from its source, for agents that are not bundled. */
import { fileURLToPath } from 'node:url';
import type { WebRtcCommand } from './link/start-child.ts';

/** The folder in which Node finds `tsx`. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const ENTRY = fileURLToPath(new URL('./process/main.ts', import.meta.url));

export const SOURCE_COMMAND: WebRtcCommand = {
  program: process.execPath,
  args: ['--import', 'tsx', ENTRY],
  cwd: ROOT,
};
