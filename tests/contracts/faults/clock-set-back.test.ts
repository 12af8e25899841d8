/** The clock of the machine is set back by an hour: nobody is signed out or locked out, and nothing waits an hour for its turn. */
import mqtt, { type MqttClient } from 'mqtt';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionTtlSeconds } from '#protocol/action-rules.ts';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import { groupOrdersSchema } from '#protocol/class-orders.ts';
import { groupOrders, targetTopic } from '#protocol/topics.ts';
import { CALL_LIMITS } from '../../../server/http/call-limits.ts';
import { createPlatform, type Platform } from '../../../server/platform/platform.ts';
import { groupsFor } from '../../support/classroom/directory.ts';
import { takeDataFolder, testOptions } from '../../support/classroom/seeded-data.ts';
import { ask, consoleSession } from '../../support/tutors/platform-session.ts';
import { tryRoom } from './rooms-over-rest.ts';

const LONG_MS = 60_000;
const HOUR_MS = 3_600_000;
const TUTOR = 'teacher@demo.example';
const CHANGES = 6;
const scope = { tenant: 'demo', site: 'riverside' };

let setBackMs = 0;
let platform: Platform;
let folder: Awaited<ReturnType<typeof takeDataFolder>>;
let session: Awaited<ReturnType<typeof consoleSession>>;
let tutor: MqttClient;
const closed: number[] = [];
let groupId: string;
/** What holds for the group, as its consoles are told. */
let holds: string[] = [];
/** Locks that the demo is filled with. */
let ofTheDemo: ReadonlySet<string>;

beforeAll(async () => {
  folder = await takeDataFolder();
  platform = await createPlatform(testOptions({ dataDir: folder.dataDir, students: 1 }), {
    clock: () => Date.now() - setBackMs,
    limits: { ...CALL_LIMITS, changes: CHANGES },
  });
  session = await consoleSession(platform, TUTOR);
  const filled = await platform.store.db.selectFrom('tutor_action_logs').select('id').execute();
  ofTheDemo = new Set(filled.map(({ id }) => id));
  tutor = await connect(session.accessToken, 'before');
  const { permitted } = await groupsFor(platform, TUTOR);
  groupId = permitted.find(({ name }) => name === '7A Mathematics')?.id ?? '';
  const told = groupOrders(scope, groupId);
  tutor.on('message', (topic, payload) => {
    if (topic === told)
      holds = v.parse(groupOrdersSchema, JSON.parse(String(payload))).orders.map(({ action }) => action);
  });
  await tutor.subscribeAsync(told, { qos: 1 });
  tutor.on('disconnect', ({ reasonCode }) => closed.push(reasonCode ?? 0));
}, LONG_MS);
afterAll(async () => {
  await tutor?.endAsync(true);
  await platform?.close();
  await folder?.remove();
}, LONG_MS);

async function connect(token: string, name: string): Promise<MqttClient> {
  const claims = readClaims(token);
  if (!claims) throw new Error('the access token cannot be read');
  return mqtt.connectAsync(`ws://127.0.0.1:${platform.port}/mqtt`, {
    protocolVersion: 5,
    clientId: mqttClientId(claims, name),
    username: token,
    password: token,
    reconnectPeriod: 0,
  });
}

const at = (path: string, bearer: string, method = 'GET') =>
  ask(`${platform.origin('demo')}${path}`, {
    method,
    headers: { 'tenant-key': 'demo', authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: '{}' }),
  });

/** Times of the locks in the log of what tutors did, in the order in which they are read. */
async function lockTimes(): Promise<number[]> {
  const { db } = platform.store;
  const rows = await db
    .selectFrom('tutor_action_logs')
    .select(['id', 'logged_time'])
    .where('action', '=', 'lock')
    .orderBy('id')
    .execute();
  return rows.filter(({ id }) => !ofTheDemo.has(id)).map(({ logged_time }) => logged_time.getTime());
}

/** To the whole group. */
async function say(action: 'lock' | 'unlock', id: string): Promise<void> {
  const claims = readClaims(session.accessToken);
  await tutor.publishAsync(
    targetTopic(scope, claims?.sub ?? '', { to: 'group', groupId }, 'actions'),
    JSON.stringify({ id, action, parameters: {}, timeSent: Date.now() }),
    { qos: 1, properties: { messageExpiryInterval: actionTtlSeconds(action) } },
  );
}
const lock = (id: string) => say('lock', id);

describe('a clock that is set back by an hour', () => {
  it(
    'leaves sessions, connections and limits as they are, and notes what happens with the times that it says',
    async () => {
      await lock('b1946ac9-2492-4d23-8479-000000000001');
      await expect.poll(async () => (await lockTimes()).length, { timeout: 10_000 }).toBe(1);
      // The account has used up its changes of this minute.
      for (let n = 0; n < CHANGES; n += 1) await tryRoom(platform, session.accessToken, `Room ${n}`);
      const refused = await tryRoom(platform, session.accessToken, 'One too many');
      expect(refused.status).toBe(429);

      setBackMs = HOUR_MS;
      expect((await at('/v1/groups?limit=1&_sort=id&_order=desc', session.accessToken)).status).toBe(200);
      const refreshed = await at('/auth/refresh', session.refreshToken, 'POST');
      expect(refreshed.status).toBe(200);
      expect((await consoleSession(platform, 'teacher@demo.example')).accessToken).toBeDefined();
      await lock('b1946ac9-2492-4d23-8479-000000000002');
      await lock('b1946ac9-2492-4d23-8479-000000000003');
      await expect.poll(async () => (await lockTimes()).length, { timeout: 10_000 }).toBe(3);
      // With the times that the clock said: the two that came after each other follow each other.
      const [second = 0, third = 0, first = 0] = await lockTimes();
      expect([second <= third, first - third > HOUR_MS / 2]).toEqual([true, true]);
      // What was asked last holds, though the clock says that the first lock came an hour after it.
      expect(holds).toEqual(['lock']);
      await say('unlock', 'b1946ac9-2492-4d23-8479-000000000004');
      await expect.poll(() => holds).toEqual([]);
      expect(closed).toEqual([]);
      const again = await connect(JSON.parse(refreshed.body).accessToken, 'after');
      await again.endAsync();
      expect((await ask(`${platform.origin('demo')}/readyz`)).status).toBe(200);

      // It is answered again a minute later by the clock as it is now, and not an hour and a minute later.
      const waits = await tryRoom(platform, session.accessToken, 'Still one too many');
      expect(waits.status).toBe(429);
      expect(Number(waits.retryAfter)).toBeLessThanOrEqual(60);
      setBackMs = HOUR_MS - 60_000;
      expect((await tryRoom(platform, session.accessToken, 'Its turn')).status).toBe(200);
    },
    LONG_MS,
  );
});
