/** A platform on a PostgreSQL of its own: one process, or several with a Redis. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClassFile, readClassFile } from '../../../agent/simulated/class-file.ts';
import { startProgram } from '../../../scripts/launch/child-program.ts';
import { startPostgres, startRedis } from '../../support/processes/debian-servers.ts';
import type { BenchContext } from '../meters/measurement.ts';

export type BenchPlatform = {
  port: number;
  classFile: ClassFile;
  redisUrl: string | undefined;
  /** May be called twice. */
  stop(): Promise<void>;
};

export async function startPlatform(
  context: BenchContext,
  { processes, devices }: { processes: number; devices: number },
): Promise<BenchPlatform> {
  const ends: (() => Promise<unknown>)[] = [];
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      for (const end of ends.reverse()) await end();
    })();
    return stopping;
  };
  context.atEnd(stop);
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  ends.push(() => rm(dataDir, { recursive: true, force: true }));
  const postgres = await startPostgres();
  ends.push(postgres.close);
  const redis = processes > 1 ? await startRedis() : undefined;
  if (redis) ends.push(redis.close);
  // There are no flags for them; this process is the bench's own.
  process.env.DATABASE_URL = await postgres.newDatabase();
  if (redis) process.env.REDIS_URL = redis.url;
  else delete process.env.REDIS_URL;
  const program = startProgram({
    root: process.cwd(),
    entry: 'server/main.ts',
    args: [
      ...['--port', '0', '--data', dataDir],
      ...['--students', String(devices), '--processes', String(processes)],
    ],
    readyLine: /^Lectern is ready\b/,
    onLine: context.say,
  });
  ends.push(async () => {
    program.stop();
    await program.ended;
  });
  const port = Number(/:(\d+)\)$/.exec((await program.ready) ?? '')?.[1]);
  if (!(port > 0)) throw new Error('the platform did not start');
  return {
    port,
    classFile: await readClassFile(join(dataDir, 'demo-class.json')),
    redisUrl: redis?.url,
    stop,
  };
}
