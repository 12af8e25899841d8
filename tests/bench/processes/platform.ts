/** A platform on a PostgreSQL of its own: one process, or several with a Redis. */
import { join } from 'node:path';
import { type ClassFile, readClassFile } from '../../../agent/simulated/class-file.ts';
import { startPostgres, startRedis } from '../../support/processes/debian-servers.ts';
import { startBenchPlatform } from '../classroom/bench-classroom.ts';
import type { BenchContext } from '../meters/measurement.ts';

export type PlatformOfProcesses = {
  port: number;
  classFile: ClassFile;
  redisUrl: string | undefined;
  /** May be called twice. */
  stop(): Promise<void>;
};

export async function startPlatform(
  context: BenchContext,
  { processes, devices }: { processes: number; devices: number },
): Promise<PlatformOfProcesses> {
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
  const redis = processes > 1 ? await startRedis() : undefined;
  if (redis) ends.push(redis.close);
  // There are no flags for them; this process is the bench's own.
  process.env.DATABASE_URL = await postgres.newDatabase();
  if (redis) process.env.REDIS_URL = redis.url;
  else delete process.env.REDIS_URL;
  const { port, dataDir } = await startBenchPlatform(
    { say: context.say, atEnd: (end) => ends.push(end) },
    devices,
    { processes },
  );
  return {
    port,
    classFile: await readClassFile(join(dataDir, 'demo-class.json')),
    redisUrl: redis?.url,
    stop,
  };
}
