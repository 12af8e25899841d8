/**
 * `--processes 2` is told to stop, or one of its processes is: clients are told and go to who is left, calls that run are
 * answered, and nothing is lost.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionTtlSeconds } from '#protocol/action-rules.ts';
import { targetTopic } from '#protocol/topics.ts';
import { readClassFile } from '../../../agent/simulated/class-file.ts';
import { createSimulatedClass, type SimulatedClass } from '../../../agent/simulated/simulated-class.ts';
import { idOfGroup } from '../../support/classroom/directory.ts';
import { type DebianServer, startPostgres, startRedis } from '../../support/processes/debian-servers.ts';
import { freePort } from '../../support/processes/free-port.ts';
import { ownerOf, siblingsOf } from '../../support/processes/site-owner.ts';
import { type PlatformProcess, startPlatformProcess } from '../../support/run/platform-process.ts';
import { connectTutor } from '../../support/tutors/mqtt-session.ts';
import { ask, consoleSession } from '../../support/tutors/platform-session.ts';
import { makeRoom, roomNames } from '../faults/rooms-over-rest.ts';

const LONG_MS = 120_000;
const STUDENTS = 4;
const TEACHER = 'teacher@demo.example';
const scope = { tenant: 'demo', site: 'riverside' };
const SERVER_SHUTTING_DOWN = 0x8b;

type Tutor = { client: MqttClient; tutorId: string; told: Promise<number | undefined> };

let servers: DebianServer[] = [];
let redisUrl: string;
let dataDir: string;
let env: Record<string, string>;
let platform: PlatformProcess;
let students: SimulatedClass;
let accessToken: string;

beforeAll(async () => {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  servers = [postgres, redis];
  redisUrl = redis.url;
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-stopped-'));
  env = {
    DATABASE_URL: await postgres.newDatabase(),
    REDIS_URL: redisUrl,
    LECTERN_DATA: dataDir,
    PROCESSES: '2',
    // With 0 it would have another port when it is started again.
    PORT: String(await freePort()),
    STUDENTS: String(STUDENTS),
  };
  platform = await startPlatformProcess(env);
  students = createSimulatedClass({
    platform: `http://127.0.0.1:${platform.port}`,
    class: await readClassFile(join(dataDir, 'demo-class.json')),
    students: STUDENTS,
    wanderers: 0,
  });
  await students.ready;
  ({ accessToken } = await consoleSession(platform, TEACHER));
}, LONG_MS);
afterAll(async () => {
  await students?.stop();
  platform?.signal('SIGTERM');
  await platform?.ended;
  await Promise.all(servers.map((server) => server.close()));
  await rm(dataDir, { recursive: true, force: true });
}, LONG_MS);

async function connect(name: string): Promise<Tutor> {
  const { client, tutorId } = await connectTutor(platform.port, accessToken, name);
  const told = new Promise<number | undefined>((resolve) => {
    client.once('disconnect', ({ reasonCode }) => resolve(reasonCode));
    client.once('close', () => resolve(undefined));
  });
  return { client, tutorId, told };
}

let actions = 0;
/** Resolves when the broker has acknowledged it. */
async function say({ client, tutorId }: Tutor, action: 'lock' | 'unlock'): Promise<void> {
  const groupId = await idOfGroup(platform, accessToken, '7A Mathematics');
  actions += 1;
  await client.publishAsync(
    targetTopic(scope, tutorId, { to: 'group', groupId }, 'actions'),
    JSON.stringify({ id: `stopped-${actions}`, action, parameters: {}, timeSent: Date.now() }),
    { qos: 1, properties: { messageExpiryInterval: actionTtlSeconds(action) } },
  );
}

const areLocked = () => students.devices.map((device) => device.state().lock !== undefined);
const everyone = (isLocked: boolean) => Array.from({ length: STUDENTS }, () => isLocked);
/** Each connection is dealt to the next process. */
async function areBothReady(): Promise<boolean> {
  const headers = { connection: 'close' };
  const owner = await ownerOf(redisUrl, 'demo/riverside');
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => ask(`${platform.origin('demo')}/readyz`, { headers })),
  );
  return (await siblingsOf(owner)).length === 1 && answers.every(({ status }) => status === 200);
}

const metrics = async () => (await ask(`${platform.origin('demo')}/metrics`)).body;
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 30_000 });

describe('two processes', () => {
  it(
    'hand over: where the one that serves a site is stopped, its class is at the other',
    async () => {
      const tutor = await connect('before');
      await say(tutor, 'lock');
      await soon(areLocked).toEqual(everyone(true));
      const owner = await ownerOf(redisUrl, 'demo/riverside');
      const [other] = await siblingsOf(owner);

      process.kill(owner, 'SIGTERM');
      expect(await tutor.told).toBe(SERVER_SHUTTING_DOWN);
      const again = await connect('after');
      expect(await ownerOf(redisUrl, 'demo/riverside')).toBe(other);
      // Who is on the way gets it when it is there.
      await say(again, 'unlock');
      await soon(areLocked).toEqual(everyone(false));
      await soon(metrics).toContain(`lectern_broker_connections{kind="device"} ${STUDENTS}`);
      await again.client.endAsync();
    },
    LONG_MS,
  );

  it(
    'end in order when all are stopped, and have lost nothing when they are there again',
    async () => {
      // The process that was stopped is there again: it takes connections before it answers them.
      await soon(areBothReady).toBe(true);
      const tutor = await connect('end');
      await say(tutor, 'lock');
      const maintainer = await consoleSession(platform, 'maintainer@demo.example');
      await makeRoom(platform, maintainer.accessToken, 'Before the end');

      platform.signal('SIGTERM');
      expect(await tutor.told).toBe(SERVER_SHUTTING_DOWN);
      expect(await platform.ended).toBe(0);
      expect(platform.said.filter((line) => !line.includes('another one is started'))).toEqual([]);

      platform = await startPlatformProcess(env);
      await soon(metrics).toContain(`lectern_broker_connections{kind="device"} ${STUDENTS}`);
      await soon(areLocked).toEqual(everyone(true));
      expect(await roomNames(platform, maintainer.accessToken)).toContain('Before the end');
    },
    LONG_MS,
  );
});
