/** A platform on a PostgreSQL of its own: one process, or several with a Redis behind HAProxy. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClassFile, readClassFile } from '../../../agent/simulated/class-file.ts';
import {
  type BalancedProcesses,
  startBalancedProcesses,
} from '../../support/processes/balanced-processes.ts';
import { startPostgres } from '../../support/processes/debian-servers.ts';
import { startBenchPlatform } from '../classroom/bench-classroom.ts';
import type { BenchContext } from '../meters/measurement.ts';
import { readPlatformCost } from '../meters/platform-cost.ts';

/** Seconds of the processor so far. */
export type Cost = { platform: number; haproxy: number };

export type PlatformOfProcesses = {
  /** Where clients come. */
  port: number;
  /** Of one process: it has the sign-in pages of its own port. */
  signInPort: number;
  classFile: ClassFile;
  cost(): Promise<Cost>;
  /** Undefined: there is one process. */
  balanced: BalancedProcesses | undefined;
  /** May be called twice. */
  stop(): Promise<void>;
};

export async function startPlatform(
  context: BenchContext,
  { processes, devices }: { processes: number; devices: number },
): Promise<PlatformOfProcesses> {
  return processes === 1 ? startOne(context, devices) : startSeveral(context, processes, devices);
}

async function startSeveral(
  context: BenchContext,
  processes: number,
  devices: number,
): Promise<PlatformOfProcesses> {
  const balanced = await startBalancedProcesses(processes, devices);
  context.atEnd(balanced.close);
  return {
    port: balanced.port,
    signInPort: balanced.processes[0]?.port ?? 0,
    classFile: balanced.classFile,
    async cost() {
      const costs = await Promise.all(balanced.processes.map(({ port }) => readPlatformCost(port)));
      return {
        platform: costs.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
        haproxy: await cpuSecondsOfChildren(balanced.haproxy.pid()),
      };
    },
    balanced,
    stop: balanced.close,
  };
}

async function startOne(context: BenchContext, devices: number): Promise<PlatformOfProcesses> {
  const ends: Parameters<BenchContext['atEnd']>[0][] = [];
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      for (const end of ends.reverse()) await end();
    })();
    return stopping;
  };
  context.atEnd(stop);
  const postgres = await startPostgres();
  ends.push(postgres.close);
  // There is no flag for it; this process is the bench's own.
  process.env.DATABASE_URL = await postgres.newDatabase();
  const { port, dataDir } = await startBenchPlatform(
    { say: context.say, atEnd: (end) => ends.push(end) },
    devices,
  );
  return {
    port,
    signInPort: port,
    classFile: await readClassFile(join(dataDir, 'demo-class.json')),
    cost: async () => ({ platform: (await readPlatformCost(port)).cpuSeconds, haproxy: 0 }),
    balanced: undefined,
    stop,
  };
}

/** Linux counts in hundredths of a second. */
const TICKS = 100;

/** HAProxy works in a child of the process that was started. Linux only. */
async function cpuSecondsOfChildren(pid: number): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
  const ticks = await Promise.all(
    children.map(async (child) => {
      // Behind the name in parentheses: utime and stime are fields 14 and 15 of all.
      const fields = (await readFile(`/proc/${child}/stat`, 'utf8')).split(') ').at(-1)?.split(' ') ?? [];
      return Number(fields[11]) + Number(fields[12]);
    }),
  );
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS;
}
