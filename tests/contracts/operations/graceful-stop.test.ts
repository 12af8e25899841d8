/** A platform that is told to stop hands over: calls end, clients are told and come back to the next one, nothing is lost. */
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import { targetTopic } from '#protocol/topics.ts';
import { readClassFile } from '../../../agent/simulated/class-file.ts';
import { createSimulatedClass, type SimulatedClass } from '../../../agent/simulated/simulated-class.ts';
import { idOfGroup } from '../../support/classroom/directory.ts';
import { takeDataFolder } from '../../support/classroom/seeded-data.ts';
import { type PlatformProcess, startPlatformProcess } from '../../support/run/platform-process.ts';
import { ask, consoleSession } from '../../support/tutors/platform-session.ts';

const STUDENTS = 4;
const TEACHER = 'teacher@demo.example';
const LONG_MS = 120_000;

let folder: Awaited<ReturnType<typeof takeDataFolder>>;
let platform: PlatformProcess;
let simulatedClass: SimulatedClass;
const start = (port = 0) =>
  startPlatformProcess({ LECTERN_DATA: folder.dataDir, PORT: String(port), STUDENTS: String(STUDENTS) });

beforeAll(async () => {
  folder = await takeDataFolder();
  platform = await start();
  simulatedClass = createSimulatedClass({
    platform: `http://127.0.0.1:${platform.port}`,
    class: await readClassFile(join(folder.dataDir, 'demo-class.json')),
    students: STUDENTS,
    wanderers: 0,
  });
  await simulatedClass.ready;
}, LONG_MS);
afterAll(async () => {
  await simulatedClass?.stop();
  platform?.signal('SIGKILL');
  await platform?.ended;
  await folder?.remove();
}, LONG_MS);

/** A refresh whose body is sent in two parts, the second one when `finish` is called. */
function slowRefresh(refreshToken: string, agent: Agent) {
  const sent = request({
    host: '127.0.0.1',
    port: platform.port,
    agent,
    method: 'POST',
    path: '/auth/refresh',
    headers: {
      host: `demo.localhost:${platform.port}`,
      'tenant-key': 'demo',
      'content-type': 'application/json',
      authorization: `Bearer ${refreshToken}`,
    },
  });
  const answer = new Promise<{ status: number; body: string }>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      let body = '';
      response.on('data', (part) => {
        body += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
  });
  const begun = new Promise<void>((resolve) => sent.write('{', () => resolve()));
  return { begun, answer, finish: () => sent.end('}') };
}

describe('a platform that is told to stop', () => {
  it(
    'tells its clients, ends the calls that run, takes no others, and has lost nothing when it is there again',
    async () => {
      const session = await consoleSession(platform, TEACHER);
      const other = await consoleSession(platform, 'admin@demo.example');
      const groupId = await idOfGroup(platform, session.accessToken, '7A Mathematics');
      const claims = readClaims(session.accessToken);
      if (!claims) throw new Error('the access token cannot be read');
      const tutor = await mqtt.connectAsync(`ws://127.0.0.1:${platform.port}/mqtt`, {
        protocolVersion: 5,
        clientId: mqttClientId(claims, 'stop'),
        username: session.accessToken,
        password: session.accessToken,
        reconnectPeriod: 0,
      });
      const told = new Promise<number | undefined>((resolve) =>
        tutor.on('disconnect', ({ reasonCode }) => resolve(reasonCode)),
      );
      const keptAlive = new Agent({ keepAlive: true, maxSockets: 1 });
      const running = slowRefresh(session.refreshToken, keptAlive);
      await running.begun;
      // The platform has the head of that call once it has answered a later one.
      await ask(`${platform.origin('demo')}/healthz`);
      const id = 'b1946ac9-2492-4d23-8479-000000000001';
      await tutor.publishAsync(
        targetTopic({ tenant: 'demo', site: 'riverside' }, claims.sub, { to: 'group', groupId }, 'actions'),
        JSON.stringify({ id, action: 'lock', parameters: {}, timeSent: Date.now() }),
        { qos: 1, properties: { messageExpiryInterval: 60 } },
      );

      platform.signal('SIGTERM');
      expect(await told).toBe(0x8b);
      await expect(ask(`${platform.origin('demo')}/readyz`)).rejects.toThrow();
      running.finish();
      const refreshed = await running.answer;
      expect(refreshed.status).toBe(200);
      expect(await platform.ended).toBe(0);
      expect(platform.said).toEqual([]);
      keptAlive.destroy();

      platform = await start(platform.port);
      const { accessToken } = JSON.parse(refreshed.body);
      const authorized = { 'tenant-key': 'demo', authorization: `Bearer ${accessToken}` };
      expect(
        (
          await ask(`${platform.origin('demo')}/v1/groups?limit=10&_sort=id&_order=desc`, {
            headers: authorized,
          })
        ).status,
      ).toBe(200);
      const actions = await ask(`${platform.origin('demo')}/v1/actions?limit=10&_sort=id&_order=desc`, {
        headers: { 'tenant-key': 'demo', authorization: `Bearer ${other.accessToken}` },
      });
      expect(actions.body).toContain('"lock"');
      await expect
        .poll(async () => (await ask(`${platform.origin('demo')}/metrics`)).body, { timeout: 30_000 })
        .toContain(`lectern_broker_connections{kind="device"} ${STUDENTS}`);
    },
    LONG_MS,
  );

  it(
    'ends at once when it is told twice, and the database is whole',
    async () => {
      const running = slowRefresh('nobody', new Agent({ keepAlive: true }));
      running.answer.catch(() => undefined);
      await running.begun;
      await ask(`${platform.origin('demo')}/healthz`);
      platform.signal('SIGTERM');
      await expect(async () => {
        for (;;) await ask(`${platform.origin('demo')}/healthz`);
      }).rejects.toThrow();
      platform.signal('SIGINT');
      expect(await platform.ended).toBe(1);
      platform = await start(platform.port);
      expect((await ask(`${platform.origin('demo')}/readyz`)).status).toBe(200);
    },
    LONG_MS,
  );
});
