/** A tutor and devices come by HAProxy, which leads all of a site to one of two processes. */
import { Redis } from 'ioredis';
import mqtt from 'mqtt';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reply, replySchema } from '#protocol/action.ts';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import {
  backchannel,
  backchannelFilter,
  feedbackAddress,
  groupFeedback,
  groupFeedbackFilter,
  notifications,
  targetTopic,
} from '#protocol/topics.ts';
import { MIN_HELD_MS } from '../../../server/processes/site-leases.ts';
import { groupsFor } from '../../support/classroom/directory.ts';
import { ask, consoleSession } from '../../support/tutors/platform-session.ts';
import { startTwoProcesses, type TwoProcesses } from './two-processes.ts';

const LONG_MS = 90_000;
const TEACHER = 'teacher@demo.example';
const STUDENTS = 3;
const scope = { tenant: 'demo', site: 'riverside' };

let two: TwoProcesses;
let aheadMs = 0;
beforeAll(async () => {
  two = await startTwoProcesses({}, { clock: () => Date.now() + aheadMs });
}, LONG_MS);
afterAll(() => two?.close(), LONG_MS);

const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 });

describe('two processes on one PostgreSQL and one Redis', () => {
  it('bring a tutor and devices together: pictures, a lock and its answers', async () => {
    const [first] = two.platforms;
    const devices = await two.students(STUDENTS);
    const { client: tutor, tutorId } = await two.tutorAt(first, TEACHER);
    const { permitted } = await groupsFor(first, TEACHER);
    const groupId = permitted.find(({ name }) => name === '7A Mathematics')?.id ?? '';
    const pictures = new Set<string>();
    const demand = {
      'demand-type': 'thumbnails',
      'demand-parameters': { quality: 50, width: 320, height: 180 },
      frequency: 500,
      TTL: 60_000,
    };
    const replies: Reply[] = [];
    tutor.on('message', (topic, payload) => {
      const { clientId = '', kind } = feedbackAddress(topic) ?? {};
      if (kind === 'thumbnail') pictures.add(clientId);
      if (kind === 'reply') replies.push(v.parse(replySchema, JSON.parse(String(payload))));
    });
    await tutor.subscribeAsync([groupFeedbackFilter(scope, groupId), backchannelFilter(scope, tutorId)], {
      qos: 1,
    });
    const publish = (leaf: 'actions' | 'demands', what: object, answersTo: string) =>
      tutor.publishAsync(targetTopic(scope, tutorId, { to: 'group', groupId }, leaf), JSON.stringify(what), {
        qos: 1,
        properties: {
          messageExpiryInterval: 60,
          responseTopic: answersTo,
          correlationData: Buffer.from('lock-1'),
        },
      });
    await publish('demands', demand, groupFeedback(scope, groupId));
    const parameters = { content: '<p>Look here</p>' };
    const lock = { id: 'lock-1', action: 'lock', parameters, timeSent: Date.now() };
    await publish('actions', lock, backchannel(scope, tutorId));
    await eventually(() => pictures.size).toBe(STUDENTS);
    await eventually(() => replies.filter(({ id }) => id === 'lock-1').length).toBe(STUDENTS);
    for (const device of devices.devices)
      expect(device.state().lock).toMatchObject({ name: 'message', text: 'Look here' });

    // The site is in one of them, whole.
    const counts = two.platforms.map(({ broker }) => broker.counters().connections);
    expect(counts.toSorted((a, b) => a.device - b.device)).toEqual([
      { tutor: 0, device: 0, runner: 0 },
      { tutor: 1, device: STUDENTS, runner: 0 },
    ]);
  });

  it('take no site for a client without the right to it, and none from its process for an address without a site', async () => {
    const [first] = two.platforms;
    const { accessToken } = await consoleSession(first, TEACHER);
    const claims = readClaims(accessToken);
    const clientId = claims ? mqttClientId(claims, 'refused') : '';
    await two.tutorAt(first, TEACHER);
    const redis = new Redis(two.redis.url);
    const owner = () => redis.get('lectern:site:demo/riverside');
    // The site has stayed long enough to be handed over.
    aheadMs = MIN_HELD_MS;
    const before = await owner();
    const refusedAt = (port: number, path: string, token: string) =>
      mqtt
        .connectAsync(
          `ws://127.0.0.1:${port}/mqtt${path}`,
          { protocolVersion: 5, clientId, username: token, password: token, reconnectPeriod: 0 },
          false,
        )
        .then(
          () => 'taken',
          ({ message }: Error) => message,
        );
    try {
      for (const { port } of two.platforms) {
        expect(await refusedAt(port, '/hillcrest', accessToken)).toContain('Not authorized');
        expect(await refusedAt(port, '/hillcrest', 'no.good.token')).toContain('Not authorized');
        expect(await refusedAt(port, '/riverside', 'no.good.token')).toContain('Not authorized');
      }
      const other = two.platforms.find(({ broker }) => broker.counters().connections.tutor === 0);
      expect(await refusedAt(other?.port ?? 0, '', accessToken)).toContain('Server unavailable');
      expect(await redis.keys('lectern:site:*')).toEqual(['lectern:site:demo/riverside']);
      expect(await owner()).toBe(before);
    } finally {
      redis.disconnect();
    }
  });

  it('tell a console at either of a change that was made over REST at the other', async () => {
    for (const [at, by] of [two.platforms, two.platforms.toReversed()] as const) {
      if (!at || !by) throw new Error('there are two');
      const { client: tutor, token } = await two.tutorAt(at, 'maintainer@demo.example');
      const heard: { resource: string }[] = [];
      tutor.on('message', (_topic, payload) => heard.push(JSON.parse(String(payload))));
      await tutor.subscribeAsync(notifications(scope), { qos: 1 });
      const made = await ask(`${by.origin('demo')}/v1/live-rooms`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'tenant-key': 'demo',
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          name: 'Across',
          type: 'text-chat',
          members: { users: [], groups: [], tutors: [] },
        }),
      });
      expect(made.status, made.body).toBeLessThan(300);
      await eventually(() => heard.some(({ resource }) => resource === 'live-rooms')).toBe(true);
    }
  });

  it('answer over REST and at a refresh by what the other has stored and has not told of yet', async () => {
    const [first, second] = two.platforms;
    const { db } = first.store;
    const { accessToken, refreshToken, roles } = await consoleSession(second, TEACHER);
    async function call<T>(path: string, token: string, body?: string): Promise<T> {
      const answer = await ask(`${second.origin('demo')}${path}`, {
        headers: {
          'tenant-key': 'demo',
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { method: 'POST', body }),
      });
      expect(answer.status, answer.body).toBe(200);
      return JSON.parse(answer.body) as T;
    }
    const groups = async () => {
      const list = await call<{ id: string }[]>('/v1/groups?limit=100&_sort=id&_order=desc', accessToken);
      return list.map(({ id }) => id);
    };
    const before = await groups();
    expect(before.length).toBeGreaterThan(0);
    expect(roles).toContain('policyUser');

    const permission = { tenant: 'demo', tutor_id: 'tutor-teacher', group_id: before[0] ?? '' };
    await db
      .deleteFrom('tutor_group_permissions')
      .where('tenant', '=', permission.tenant)
      .where('tutor_id', '=', permission.tutor_id)
      .where('group_id', '=', permission.group_id)
      .execute();
    expect(await groups()).toEqual(before.slice(1));
    await db.insertInto('tutor_group_permissions').values(permission).execute();
    expect(await groups()).toEqual(before);

    const links = await db
      .deleteFrom('role_links')
      .where('tenant', '=', 'demo')
      .where('tutor_id', '=', 'tutor-teacher')
      .where('role_id', '=', 'policyUser')
      .returningAll()
      .execute();
    expect(links.length).toBeGreaterThan(0);
    const refreshed = await call<{ roles: string[] }>('/auth/refresh', refreshToken, '{}');
    expect(refreshed.roles).toEqual(roles.filter((role) => role !== 'policyUser'));
    await db.insertInto('role_links').values(links).execute();
  });
});
