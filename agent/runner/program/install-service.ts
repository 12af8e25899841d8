/** Installs the runner as a service: the program, its unit, and its token, which only root can read. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { globalFetch } from '#protocol/json-request.ts';
import type { RunnerOptions } from './runner-options.ts';
import { isHiddenFromService, systemdUnit } from './systemd-unit.ts';

const PROGRAM = 'opt/lectern-runner/lectern-runner.mjs';
const TOKEN = 'etc/lectern-runner/token';
const UNIT = 'etc/systemd/system/lectern-runner.service';
const SERVICE = 'lectern-runner.service';

export type Installation = {
  /** The folder that stands for `/`. Below another folder the service is written but not started. */
  root: string;
  /** The path of this program. */
  program: string;
  token: string;
  options: RunnerOptions;
  log(line: string): void;
};

/** Rejects with an error for the user if something cannot be written or started. */
export async function installService({ root, program, token, options, log }: Installation): Promise<void> {
  if (root === '/' && isHiddenFromService(process.execPath)) throw new Error(hiddenNode(process.execPath));
  const at = (path: string) => join(root, path);
  const unit = systemdUnit({
    node: process.execPath,
    program: `/${PROGRAM}`,
    tokenFile: `/${TOKEN}`,
    options,
  });
  await put(at(TOKEN), 0o600, (file) => writeFile(file, `${token}\n`, { mode: 0o600 }));
  if (resolve(program) !== resolve(at(PROGRAM)))
    await put(at(PROGRAM), 0o755, (file) => copyFile(program, file));
  await put(at(UNIT), 0o755, (file) => writeFile(file, unit, { mode: 0o644 }));
  log(`Wrote ${at(PROGRAM)}, ${at(TOKEN)} and ${at(UNIT)}`);
  if (root !== '/') return;
  await systemctl('daemon-reload');
  await systemctl('enable', SERVICE);
  await systemctl('restart', SERVICE);
  log(`Started ${SERVICE}: journalctl -u lectern-runner says how it goes`);
}

const hiddenNode = (node: string) =>
  `The service cannot see ${node}: install Node.js for the whole computer, such as the package nodejs of your system, and run this with that one.`;

/** Writes a file completely or not at all. A new folder is private if the file is. */
async function put(file: string, mode: number, write: (file: string) => Promise<void>): Promise<void> {
  const unfinished = `${file}.${process.pid}`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: mode === 0o600 ? 0o700 : 0o755 });
    await write(unfinished);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(code === 'EACCES' ? `${file} cannot be written: run this as root.` : message);
  }
}

async function systemctl(...args: readonly string[]): Promise<void> {
  try {
    await promisify(execFile)('systemctl', [...args]);
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new Error(`systemctl ${args.join(' ')} failed: ${stderr?.trim() || String(error)}`);
  }
}

/** Checks whether the platform knows the token. Rejects with an error for the user without an answer. */
export async function isKnownToken(at: {
  origin: string;
  tenant: string;
  token: string;
  hostname: string;
}): Promise<boolean> {
  const url = `${at.origin}/auth/runners/login`;
  const body = JSON.stringify({ secret: at.token, hostname: at.hostname });
  const headers = { 'content-type': 'application/json', 'tenant-key': at.tenant };
  const answer = await globalFetch(url, { method: 'POST', headers, body }).catch(() => undefined);
  if (answer === undefined)
    throw new Error(`No answer from ${at.origin}: check the address and the network.`);
  if (answer.status !== 200 && answer.status !== 401)
    throw new Error(`${at.origin} answered ${answer.status}: it is not the address of a console.`);
  return answer.status === 200;
}
