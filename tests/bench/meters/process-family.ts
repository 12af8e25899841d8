/** The processes that a process has started, and what they use, as Linux counts it. */
import { readdir, readFile } from 'node:fs/promises';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** The process and all that come from it. */
export async function familyOf(root: number): Promise<number[]> {
  const children = new Map<number, number[]>();
  for (const id of (await readdir('/proc')).map(Number).filter(Number.isInteger)) {
    const parent = Number((await statOf(id))[1]);
    children.set(parent, [...(children.get(parent) ?? []), id]);
  }
  const family = [root];
  for (const id of family) family.push(...(children.get(id) ?? []));
  return family;
}

/** The oldest process whose command line has this text. */
export async function processWith(text: string): Promise<number> {
  const ids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  for (const pid of ids.toSorted((one, other) => one - other))
    if ((await commandOf(pid)).includes(text)) return pid;
  throw new Error(`No process has ${text}`);
}

/** The processor time of the process and all that come from it, ended ones included, in milliseconds. */
export async function processorMs(root: number): Promise<number> {
  const stats = await Promise.all((await familyOf(root)).map(statOf));
  const ticks = stats.flatMap((stat) => stat.slice(11, 15).map(Number));
  return ticks.reduce((sum, each) => sum + each, 0) * TICK_MS;
}

/** The process and all that come from it, each with its command line. */
export async function processesOf(root: number): Promise<readonly { pid: number; command: string }[]> {
  return Promise.all((await familyOf(root)).map(async (pid) => ({ pid, command: await commandOf(pid) })));
}

const commandOf = async (pid: number): Promise<string> =>
  (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ');

/** The memory of a process that it shares with no other, in bytes. */
export async function privateBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const sizes = [...text.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB/gm)];
  return sizes.reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0);
}

/** The fields of a process after its name, which may hold anything; none if it has ended. */
async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat
    .slice(stat.lastIndexOf(')') + 1)
    .trim()
    .split(' ');
}
