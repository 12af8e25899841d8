/** PostgreSQL ends in the middle of writes and comes back: what was acknowledged is there, and nobody has to help. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { targetTopic } from '#protocol/topics.ts';
import type { SimulatedDevice } from '../../../agent/simulated/simulated-device.ts';
import { groupsFor } from '../../support/classroom/directory.ts';
import { ask } from '../../support/tutors/platform-session.ts';
import { startTwoProcesses, type TwoProcesses } from '../processes/two-processes.ts';
import { type RoomAnswer, roomNames, tryRoom } from './rooms-over-rest.ts';

const LONG_MS = 90_000;
const STUDENTS = 2;
const WRITERS = 6;
const TUTOR = 'maintainer@demo.example';
const TEACHER = 'teacher@demo.example';
const SCOPE = { tenant: 'demo', site: 'riverside' };
/** A policy of the demo forbids it. */
const GAME = 'https://games.example/chess';

let two: TwoProcesses;
let devices: readonly SimulatedDevice[];
beforeAll(async () => {
  two = await startTwoProcesses();
  devices = (await two.students(STUDENTS)).devices;
}, LONG_MS);
afterAll(() => two?.close(), LONG_MS);

it(
  'calls meanwhile are told to come again, what was acknowledged is there, and the platform recovers by itself',
  async () => {
    const [first, second] = two.platforms;
    const { client: tutor, token } = await two.tutorAt(first, TUTOR);
    let isOver = false;
    const acknowledged: string[] = [];
    const refused: RoomAnswer[] = [];
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let n = 0; !isOver; n += 1) {
        const name = `Room ${writer} ${n}`;
        const answer = await tryRoom(n % 2 ? first : second, token, name);
        if (answer.status < 300) acknowledged.push(name);
        else refused.push(answer);
      }
    });
    const more = async (count: number) => {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length - before, { timeout: 30_000 }).toBeGreaterThan(count);
    };
    await more(20);
    await two.postgres.kill();
    await expect.poll(() => refused.length, { timeout: 30_000 }).toBeGreaterThan(20);
    // HAProxy has asked as well, and an answer is given again for a second.
    const unready = async () => {
      const { status, body } = await ask(`${first.origin('demo')}/readyz`);
      return [status, JSON.parse(body).parts];
    };
    await expect.poll(unready).toEqual([503, { database: 'no-answer', broker: 'ok' }]);
    await two.postgres.start();
    await more(20);
    isOver = true;
    await Promise.all(writers);

    const kinds = new Set(refused.map((answer) => JSON.stringify(answer)));
    expect([...kinds].map((kind) => JSON.parse(kind))).toEqual([
      { status: 503, retryAfter: '2', message: 'The platform’s database does not answer at this moment.' },
    ]);
    const there = new Set(await roomNames(first, token));
    expect(acknowledged.filter((name) => !there.has(name))).toEqual([]);
    // Who is connected needs no database.
    expect(tutor.connected).toBe(true);
    expect(two.platforms.map(({ broker }) => broker.counters().connections.device).toSorted()).toEqual([
      0,
      STUDENTS,
    ]);
    for (const platform of two.platforms)
      await expect.poll(async () => (await ask(`${platform.origin('demo')}/readyz`)).status).toBe(200);
  },
  LONG_MS,
);

it(
  'devices answer actions meanwhile, and what they report is an alert when it is back',
  async () => {
    const [first] = two.platforms;
    const { client, tutorId, token } = await two.tutorAt(first, TEACHER);
    const { permitted } = await groupsFor(first, TEACHER);
    const groupId = permitted.find(({ name }) => name === '7A Mathematics')?.id ?? '';
    const launch = async (url: string) => {
      const message = { id: randomUUID(), action: 'launch', parameters: { url }, timeSent: Date.now() };
      await client.publishAsync(
        targetTopic(SCOPE, tutorId, { to: 'group', groupId }, 'actions'),
        JSON.stringify(message),
        { qos: 1, properties: { messageExpiryInterval: 60 } },
      );
      const isDone = (device: SimulatedDevice) => device.actionsDone().some(({ id }) => id === message.id);
      await expect.poll(() => devices.filter(isDone).length, { timeout: 10_000 }).toBe(STUDENTS);
    };
    const alerts = async () => {
      const answer = await ask(`${first.origin('demo')}/v1/userlogs?groupId=${groupId}&limit=100`, {
        headers: { 'tenant-key': 'demo', authorization: `Bearer ${token}` },
      });
      const rows = JSON.parse(answer.body) as { clientId: string; context: { url?: string } }[];
      return rows.filter(({ context }) => context.url === GAME).map(({ clientId }) => clientId);
    };
    await launch('https://lessons.example/');
    await two.postgres.kill();
    await launch(GAME);
    const readiness = async () => (await ask(`${first.origin('demo')}/readyz`)).status;
    await expect.poll(readiness, { timeout: 20_000 }).toBe(503);
    await two.postgres.start();
    const ofDevices = async () => {
      const all = await alerts();
      return devices.map((device) => all.filter((clientId) => clientId === device.clientId()).length);
    };
    await expect.poll(ofDevices, { timeout: 20_000 }).toEqual(devices.map(() => 1));
  },
  LONG_MS,
);
