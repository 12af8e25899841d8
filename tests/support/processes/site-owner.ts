/** Finds the process that serves a site, and those beside it, to kill one. */
import { readdir, readFile, readlink } from 'node:fs/promises';
import { Redis } from 'ioredis';

/** The process id of who holds the site's lease. Linux only. */
export async function ownerOf(redisUrl: string, site: string): Promise<number> {
  const redis = new Redis(redisUrl);
  const holder = await redis.get(`lectern:site:${site}`);
  redis.disconnect();
  const port = Number(holder?.split(':').at(-1));
  if (!(port > 0)) throw new Error(`nobody serves ${site}`);
  return processAt(port);
}

async function processAt(port: number): Promise<number> {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const sockets = (await readFile('/proc/net/tcp', 'utf8')).split('\n').slice(1);
  // The columns are: number, local address, remote address, state (0A listens), five others, inode.
  const columns = sockets.map((line) => line.trim().split(/\s+/));
  const inode = columns.find(([, local, , state]) => local?.endsWith(`:${hex}`) && state === '0A')?.[9];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const descriptor of descriptors) {
      const link = await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '');
      if (link === `socket:[${inode}]`) return Number(pid);
    }
  }
  throw new Error(`no process listens at port ${port}`);
}

/** The ids of the other processes of the same program that the same process has started. Linux only. */
export async function siblingsOf(pid: number): Promise<number[]> {
  const nature = async (of: number) => `${await parentOf(of)} ${await readFile(`/proc/${of}/cmdline`)}`;
  const own = await nature(pid);
  const pids = (await readdir('/proc')).map(Number).filter((other) => other > 0 && other !== pid);
  const natures = await Promise.all(pids.map((other) => nature(other).catch(() => undefined)));
  return pids.filter((_, index) => natures[index] === own);
}

/** The columns are: id, name in parentheses, state, parent. */
const parentOf = async (pid: number): Promise<number> =>
  Number((await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ').at(-1)?.split(' ')[1]);
