/** Redis ends and comes back under two processes with connected clients: the class goes on, and no change is lost. */
import { Redis } from 'ioredis';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Reply, replySchema } from '#protocol/action.ts';
import { actionTtlSeconds } from '#protocol/action-rules.ts';
import { backchannel, backchannelFilter, notifications, targetTopic } from '#protocol/topics.ts';
import type { Platform } from '../../../server/platform/platform.ts';
import { groupsFor } from '../../support/classroom/directory.ts';
import { connectTutor } from '../../support/tutors/mqtt-session.ts';
import { ask } from '../../support/tutors/platform-session.ts';
import { startTwoProcesses, type TwoProcesses } from '../processes/two-processes.ts';
import { makeRoom } from './rooms-over-rest.ts';

const LONG_MS = 90_000;
const TEACHER = 'teacher@demo.example';
const STUDENTS = 3;
const scope = { tenant: 'demo', site: 'riverside' };

let two: TwoProcesses;
beforeAll(async () => {
  two = await startTwoProcesses();
}, LONG_MS);
afterAll(() => two?.close(), LONG_MS);

const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 20_000 });

it(
  'nobody is disconnected, locks are answered meanwhile, and what was changed meanwhile is told afterwards',
  async () => {
    const [first, second] = two.platforms;
    const { devices } = await two.students(STUDENTS);
    const { client: tutor, tutorId } = await two.tutorAt(first, TEACHER);
    const { client: other, token } = await two.tutorAt(second, 'maintainer@demo.example');
    const { permitted } = await groupsFor(first, TEACHER);
    const groupId = permitted.find(({ name }) => name === '7A Mathematics')?.id ?? '';
    const closed: string[] = [];
    for (const [name, client] of Object.entries({ tutor, other }))
      client.on('close', () => closed.push(name));
    const replies: Reply[] = [];
    tutor.on('message', (_topic, payload) => replies.push(v.parse(replySchema, JSON.parse(String(payload)))));
    await tutor.subscribeAsync(backchannelFilter(scope, tutorId), { qos: 1 });
    const heard: string[] = [];
    other.on('message', (_topic, payload) => heard.push(JSON.parse(String(payload)).resource));
    await other.subscribeAsync(notifications(scope), { qos: 1 });
    const parameters = { content: '<p>Look here</p>' };
    const act = (id: string, action: 'lock' | 'unlock') =>
      tutor.publishAsync(
        targetTopic(scope, tutorId, { to: 'group', groupId }, 'actions'),
        JSON.stringify({ id, action, parameters: action === 'lock' ? parameters : {}, timeSent: Date.now() }),
        {
          qos: 1,
          properties: {
            messageExpiryInterval: actionTtlSeconds(action),
            responseTopic: backchannel(scope, tutorId),
            correlationData: Buffer.from(id),
          },
        },
      );
    const answers = (id: string) => replies.filter((reply) => reply.id === id).length;
    await act('before', 'lock');
    await eventually(() => answers('before')).toBe(STUDENTS);

    await two.redis.kill();
    await act('meanwhile', 'unlock');
    await eventually(() => answers('meanwhile')).toBe(STUDENTS);
    // At the process that has the site, and at the one that has not: one of them has to tell the other.
    for (const platform of two.platforms) await makeRoom(platform, token, 'Made without Redis');
    await two.redis.start();
    // A client that comes at once to the process without the site does not take it.
    const without = processWithoutSite();
    const atOther = connectTutor(without.port, token, 'early', { isNamed: false });
    await expect(atOther).rejects.toThrow('Server unavailable');
    const comes = () =>
      two.tutorAt(first, 'admin@demo.example').then(
        () => true,
        () => false,
      );
    await expect.poll(comes, { timeout: 20_000 }).toBe(true);

    await eventually(
      () => heard.filter((resource) => resource === 'live-rooms').length,
    ).toBeGreaterThanOrEqual(2);
    await act('afterwards', 'lock');
    await eventually(() => answers('afterwards')).toBe(STUDENTS);
    expect(closed).toEqual([]);
    for (const device of devices)
      expect(device.state().lock).toMatchObject({ name: 'message', text: 'Look here' });
    for (const platform of two.platforms)
      expect((await ask(`${platform.origin('demo')}/readyz`)).status).toBe(200);
  },
  LONG_MS,
);

/** A console at each process. `areTold`: whether both were told of that room. */
async function consolesAtBoth() {
  const [first, second] = two.platforms;
  const { client: here, token } = await two.tutorAt(first, 'maintainer@demo.example');
  const { client: there } = await two.tutorAt(second, 'maintainer@demo.example');
  /** The rooms of which each console was told. */
  const heard = { here: new Set<string>(), there: new Set<string>() };
  for (const [name, client] of [
    ['here', here],
    ['there', there],
  ] as const) {
    client.on('message', (_topic, payload) => {
      const { resource, id } = JSON.parse(String(payload)) as { resource: string; id?: string };
      if (resource === 'live-rooms' && id !== undefined) heard[name].add(id);
    });
    await client.subscribeAsync(notifications(scope), { qos: 1 });
  }
  return { token, areTold: (room: string) => heard.here.has(room) && heard.there.has(room) };
}

/** The process that has not the site: it has to tell the other one. */
function processWithoutSite(): Platform {
  const other = two.platforms.find(({ broker }) => broker.counters().connections.device === 0);
  if (!other) throw new Error('both have devices');
  return other;
}

it(
  'a change that Redis has no room for is told when it has room again',
  async () => {
    const { token, areTold } = await consolesAtBoth();
    const redis = new Redis(two.redis.url);
    try {
      await redis.config('SET', 'maxmemory', '1');
      const room = await makeRoom(processWithoutSite(), token, 'Made where Redis is full');
      expect(areTold(room)).toBe(false);
      await redis.config('SET', 'maxmemory', '0');
      await eventually(() => areTold(room)).toBe(true);
    } finally {
      redis.disconnect();
    }
  },
  LONG_MS,
);

it(
  'changes are told also where Redis comes back without any, and its clock is behind that of before',
  async () => {
    const { token, areTold } = await consolesAtBoth();
    const redis = new Redis(two.redis.url);
    try {
      // As a Redis numbers whose clock is an hour ahead.
      const ahead = `${Date.now() + 3_600_000}-0`;
      const last = { ...scope, resource: 'live-rooms', id: 'last-of-before', change: 'updated', at: 0 };
      await redis.xadd('lectern:changes', ahead, 'by', 'another', 'change', JSON.stringify(last));
    } finally {
      redis.disconnect();
    }
    await eventually(() => areTold('last-of-before')).toBe(true);
    await two.redis.kill();
    await two.redis.start();
    const room = await makeRoom(processWithoutSite(), token, 'Made after the clock of Redis was set back');
    await eventually(() => areTold(room)).toBe(true);
  },
  LONG_MS,
);
