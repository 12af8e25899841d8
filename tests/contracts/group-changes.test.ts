/** What a tutor changes by REST reaches the devices and the site runners, on the running platform. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import mqtt, { type MqttClient } from 'mqtt';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { actionSchema } from '#protocol/action.ts';
import { ACTION_PARAMETERS } from '#protocol/action-parameters.ts';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import { clientPoliciesSchema } from '#protocol/client-policies.ts';
import { wakeTargetListSchema } from '#protocol/rest/wake-targets.ts';
import {
  clientFilter,
  clientGroups,
  clientPolicies,
  notifications,
  runnerFilters,
} from '#protocol/topics.ts';
import type { DemoClass } from '../../server/platform/demo-class.ts';
import { createWakeSchedules } from '../../server/store/wake/wake-schedules.ts';
import { createAskRunners } from '../../server/wake/ask-runners.ts';
import { createWakeScheduler } from '../../server/wake/wake-scheduler.ts';
import { groupsFor } from '../support/classroom/directory.ts';
import { type RunningClassroom, startClassroom } from '../support/classroom/running-classroom.ts';
import { ask, consoleSession } from '../support/tutors/platform-session.ts';
import { createInbox, pingOf } from './broker/broker-client.ts';

const scope = { tenant: 'demo', site: 'riverside' };
const json = { 'content-type': 'application/json', 'tenant-key': 'demo' };
/** After anything that the platform itself does on time, and when nobody else’s schedule is due. */
const SUNDAY_NIGHT = new Date(2100, 0, 3, 3, 33, 3).getTime();

describe('changes of a group', () => {
  let classroom: RunningClassroom;
  let demo: DemoClass;
  let maintainer: string;
  const groupIds = new Map<string, string>();
  const clients: MqttClient[] = [];

  beforeAll(async () => {
    classroom = await startClassroom();
    demo = JSON.parse(await readFile(join(classroom.dataDir, 'demo-class.json'), 'utf8')) as DemoClass;
    maintainer = (await consoleSession(classroom.platform, 'maintainer@demo.example')).accessToken;
    const { all } = await groupsFor(classroom.platform, 'maintainer@demo.example');
    for (const { id, name } of all) groupIds.set(name, id);
  }, 60_000);
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.endAsync();
  });
  afterAll(() => classroom?.close());

  const idOf = (group: string) => groupIds.get(group) ?? '';

  async function rest(token: string, path: string, body?: object) {
    const answer = await ask(`${classroom.consoleUrl}/v1${path}`, {
      method: body === undefined ? 'GET' : 'PUT',
      headers: { ...json, authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(answer.status, answer.body).toBe(200);
    return JSON.parse(answer.body) as unknown;
  }

  /** With the secret of the site or of the runner, as an agent comes in. */
  async function enrol(path: string, body: object): Promise<string> {
    const answer = await ask(`${classroom.consoleUrl}/auth${path}`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(body),
    });
    return (JSON.parse(answer.body) as { accessToken: string }).accessToken;
  }

  async function connect(token: string, filters: readonly string[]) {
    const claims = readClaims(token);
    if (!claims) throw new Error('the access token cannot be read');
    const client = await mqtt.connectAsync(`ws://127.0.0.1:${classroom.platform.port}/mqtt`, {
      protocolVersion: 5,
      reconnectPeriod: 0,
      username: token,
      password: token,
      clientId: mqttClientId(claims, 'test'),
    });
    clients.push(client);
    const inbox = createInbox(client);
    await client.subscribeAsync([...filters], { qos: 1 });
    return { client, inbox, clientId: claims.clientId ?? claims.sub, deviceId: claims.deviceId ?? '' };
  }

  async function connectDevice(index: number) {
    const { traits: _, displays: __, ...device } = demo.devices[index] as DemoClass['devices'][number];
    const token = await enrol('/devices/login', { ...device, secret: demo.secret });
    const clientId = readClaims(token)?.clientId ?? '';
    return connect(token, [clientFilter(scope, clientId)]);
  }

  test('a device that is added to a group is told of it, and of its policies', async () => {
    const { inbox, clientId, deviceId } = await connectDevice(0);
    const next = async (topic: string) =>
      JSON.parse((await inbox.next((message) => message.topic === topic)).payload.toString()) as unknown;
    const groupsNow = async () =>
      v.parse(v.object({ groups: v.array(v.string()) }), await next(clientGroups(scope, clientId))).groups;
    const policiesNow = async () =>
      v
        .parse(clientPoliciesSchema, await next(clientPolicies(scope, clientId)))
        .policies.map(({ name }) => name);

    expect(await groupsNow()).toEqual(expect.arrayContaining([idOf('7A Mathematics'), idOf('Room 7A')]));
    const before = await policiesNow();
    expect(before).toContain('No social media');
    expect(before).not.toContain('Exam conditions');

    await rest(maintainer, `/groups/${idOf('Exam Laptops')}/members`, { members: [deviceId] });
    expect(await groupsNow()).toContain(idOf('Exam Laptops'));
    expect(await policiesNow()).toContain('Exam conditions');

    // What is switched off for the group holds no more; the group stays.
    await rest(maintainer, `/groups/${idOf('Exam Laptops')}/policies`, { policyId: 'p-897', disabled: true });
    expect(await policiesNow()).not.toContain('Exam conditions');

    await rest(maintainer, `/groups/${idOf('Room 7A')}/patterns`, { patterns: ['nothing-like-it'] });
    expect(await groupsNow()).not.toContain(idOf('Room 7A'));
  });

  test('a console is told of what it shows', async () => {
    const { inbox } = await connect(maintainer, [notifications(scope)]);
    const nextResource = async () =>
      (JSON.parse((await inbox.next()).payload.toString()) as { resource: string; id?: string }).resource;
    await rest(maintainer, `/groups/${idOf('Chess Club')}/members`, { members: ['r-u-00001'] });
    expect(await nextResource()).toBe('groups');
    await rest(maintainer, '/users/r-u-00001/policies', { policyId: 'p-898' });
    expect([await nextResource(), await nextResource(), await nextResource()]).toEqual([
      'users',
      'groups',
      'policies',
    ]);
  });

  test('a group with a schedule is woken by the site’s runner, which knows by which addresses', async () => {
    const token = await enrol('/runners/login', { secret: demo.runner?.secret, hostname: 'server-01' });
    const { client, inbox } = await connect(token, runnerFilters(scope));
    const name = 'Exam Laptops';
    await rest(maintainer, `/groups/${idOf(name)}/members`, { members: ['r-d-00001', 'r-d-00002'] });
    await rest(maintainer, `/groups/${idOf(name)}`, {
      definitionName: 'deviceGroup',
      name,
      wol: { enabled: true, periods: [{ day: 0, time: '03:33' }] },
    });
    const { platform } = classroom;
    const look = () =>
      createWakeScheduler({
        schedules: createWakeSchedules(platform.store.db),
        wake: createAskRunners(platform.broker, () => SUNDAY_NIGHT),
        clock: () => SUNDAY_NIGHT,
        failed: (error) => expect.unreachable(String(error)),
      }).check();
    await look();
    // As after a restart within the minute.
    await look();
    const groupIn = ({ payload }: { payload: Buffer }) => {
      const action = v.parse(actionSchema, JSON.parse(payload.toString()));
      const wanted = v.parse(ACTION_PARAMETERS.wol, action.parameters);
      return 'groupId' in wanted ? wanted.groupId : undefined;
    };
    const isAsked = (message: { payload: Buffer }) => groupIn(message) === idOf(name);
    const { topic, packet } = await inbox.next(isAsked);
    expect(topic).toBe('demo/riverside/tutors/platform/v1/siterunners/wol');
    expect(packet.properties?.messageExpiryInterval).toBeLessThanOrEqual(60);
    await pingOf(client);
    expect(inbox.messages.filter(isAsked)).toEqual([]);

    const path = `/site-runners/self/wake-targets?tutorId=platform&groupId=${idOf(name)}`;
    expect(v.parse(wakeTargetListSchema, await rest(token, path))).toEqual([
      { deviceId: 'r-d-00001', macAddresses: ['02:07:00:00:00:01'] },
    ]);
  });
});
