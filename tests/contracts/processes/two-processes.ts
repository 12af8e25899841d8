/** Platforms that share a PostgreSQL and a Redis, all in this process, each on a port of its own, behind one HAProxy. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MqttClient } from 'mqtt';
import { type ClassFile, readClassFile } from '../../../agent/simulated/class-file.ts';
import { createSimulatedClass, type SimulatedClass } from '../../../agent/simulated/simulated-class.ts';
import { createLog } from '../../../server/base/log.ts';
import type { PlatformOptions } from '../../../server/base/platform-options.ts';
import { createPlatform, type Platform, type PlatformSetup } from '../../../server/platform/platform.ts';
import { testOptions } from '../../support/classroom/seeded-data.ts';
import {
  type DebianServer,
  startHaproxy,
  startPostgres,
  startRedis,
} from '../../support/processes/debian-servers.ts';
import { connectTutor } from '../../support/tutors/mqtt-session.ts';
import { consoleSession } from '../../support/tutors/platform-session.ts';

export type TwoProcesses = {
  platforms: [Platform, Platform];
  /** Of HAProxy. */
  port: number;
  redis: DebianServer;
  postgres: DebianServer;
  classFile: ClassFile;
  options: PlatformOptions;
  /** Simulated students, who come by HAProxy. */
  students(students: number): Promise<SimulatedClass>;
  /** Signs in at the platform, and connects by HAProxy. */
  tutorAt(platform: Platform, email: string): Promise<{ client: MqttClient; tutorId: string; token: string }>;
  close(): Promise<void>;
};

export async function startTwoProcesses(
  changes: Partial<PlatformOptions> = {},
  setup: PlatformSetup = {},
): Promise<TwoProcesses> {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-processes-'));
  const options = testOptions({
    dataDir,
    databaseUrl: await postgres.newDatabase(),
    redisUrl: redis.url,
    students: 6,
    ...changes,
  });
  const log = createLog((line) => {
    if (process.env.DEBUG_PROCESSES) console.log(JSON.stringify(line));
  });
  const platforms: [Platform, Platform] = [
    await createPlatform(options, { log, ...setup }),
    await createPlatform(options, { log, ...setup }),
  ];
  const haproxy = await startHaproxy(platforms.map(({ port }) => port));
  const { port } = haproxy;
  const ends: (() => Promise<unknown>)[] = [];
  const classFile = await readClassFile(join(dataDir, 'demo-class.json'));
  return {
    platforms,
    port,
    redis,
    postgres,
    classFile,
    options,
    async students(students) {
      const simulated = createSimulatedClass({
        platform: `http://127.0.0.1:${port}`,
        class: classFile,
        students,
        wanderers: 0,
      });
      ends.push(() => simulated.stop());
      await simulated.ready;
      return simulated;
    },
    async tutorAt(platform, email) {
      // Each has the pages of its own port; the session is good at both.
      const { accessToken } = await consoleSession(platform, email);
      const { client, tutorId } = await connectTutor(port, accessToken, `contract-${ends.length}`);
      ends.push(() => client.endAsync(true));
      return { client, tutorId, token: accessToken };
    },
    async close() {
      for (const end of ends.reverse()) await end();
      for (const platform of platforms) await platform.close();
      await Promise.all([haproxy.close(), postgres.close(), redis.close()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
