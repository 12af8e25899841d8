/** Processes of the platform behind HAProxy, with a PostgreSQL and a Redis: for tests that end some of them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { type ClassFile, readClassFile } from '../../../agent/simulated/class-file.ts';
import { createSimulatedClass, type SimulatedClass } from '../../../agent/simulated/simulated-class.ts';
import { type PlatformProcess, startPlatformProcess } from '../run/platform-process.ts';
import { type DebianServer, startHaproxy, startPostgres, startRedis } from './debian-servers.ts';
import { freePort } from './free-port.ts';

export type BalancedProcesses = {
  /** Of HAProxy. */
  port: number;
  haproxy: Awaited<ReturnType<typeof startHaproxy>>;
  redis: DebianServer;
  /** In the order of the servers of HAProxy. One that was started again stands in the place of the old one. */
  processes: PlatformProcess[];
  classFile: ClassFile;
  /** The index of the process that has the lease of the site, such as `demo/riverside`; -1: there is none. */
  ownerOf(site: string): Promise<number>;
  /** At the same port. */
  startAgain(index: number): Promise<PlatformProcess>;
  /** May be called twice. */
  close(): Promise<void>;
};

export async function startBalancedProcesses(count: number, students: number): Promise<BalancedProcesses> {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-balanced-'));
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const env = {
    DATABASE_URL: await postgres.newDatabase(),
    REDIS_URL: redis.url,
    LECTERN_DATA: dataDir,
    STUDENTS: String(students),
  };
  const start = (index: number) => startPlatformProcess({ ...env, PORT: String(ports[index]) });
  // The first one alone makes what there is none of: tables, keys, the demo and its secrets.
  const first = await start(0);
  const others = await Promise.all(ports.slice(1).map((_, index) => start(index + 1)));
  const processes = [first, ...others];
  const haproxy = await startHaproxy(ports);
  const leases = new Redis(redis.url);
  leases.on('error', () => {});
  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    leases.disconnect();
    for (const process of processes) process.signal('SIGKILL');
    await Promise.all(processes.map(({ ended }) => ended));
    await Promise.all([haproxy.close(), redis.close(), postgres.close()]);
    await rm(dataDir, { recursive: true, force: true });
  }
  return {
    port: haproxy.port,
    haproxy,
    redis,
    processes,
    classFile: await readClassFile(join(dataDir, 'demo-class.json')),
    async ownerOf(site) {
      // `{host}:{pid}:{random}`
      const pid = Number((await leases.get(`lectern:site:${site}`))?.split(':')[1]);
      return processes.findIndex((process) => process.pid === pid);
    },
    async startAgain(index) {
      const again = await start(index);
      processes[index] = again;
      return again;
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** The same, with a class of the demo that is online through HAProxy. The caller stops the class first. */
export async function startBalancedClass(
  count: number,
  students: number,
): Promise<{ balanced: BalancedProcesses; students: SimulatedClass }> {
  const balanced = await startBalancedProcesses(count, students);
  const simulatedClass = createSimulatedClass({
    platform: `http://127.0.0.1:${balanced.port}`,
    class: balanced.classFile,
    students,
    wanderers: 0,
  });
  await simulatedClass.ready;
  return { balanced, students: simulatedClass };
}
