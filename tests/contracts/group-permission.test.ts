/** A tutor without a group's permission neither reads it by REST nor touches its topics, on the running platform. */
import mqtt, { type MqttClient } from 'mqtt';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import type { Tokens } from '#protocol/auth/auth-service.ts';
import { groupPermissionListSchema } from '#protocol/rest/group-member.ts';
import { groupFeedbackFilter, targetTopic } from '#protocol/topics.ts';
import { type DirectoryGroup, groupsFor } from '../support/classroom/directory.ts';
import { type RunningClassroom, startClassroom } from '../support/classroom/running-classroom.ts';
import { ask, consoleSession } from '../support/tutors/platform-session.ts';

const NOT_AUTHORIZED = 0x87;
const scope = { tenant: 'demo', site: 'riverside' };

describe('a tutor with permission for some groups', () => {
  let classroom: RunningClassroom;
  let session: Tokens;
  let client: MqttClient;
  let own: DirectoryGroup;
  let foreign: DirectoryGroup;

  beforeAll(async () => {
    classroom = await startClassroom();
    session = await consoleSession(classroom.platform, 'teacher@demo.example');
    const groups = await groupsFor(classroom.platform, 'teacher@demo.example');
    [own, foreign] = [groups.permitted[0], groups.foreign[0]] as [DirectoryGroup, DirectoryGroup];
    const claims = readClaims(session.accessToken);
    if (!claims) throw new Error('the access token cannot be read');
    client = await mqtt.connectAsync(`ws://127.0.0.1:${classroom.platform.port}/mqtt`, {
      protocolVersion: 5,
      clientId: mqttClientId(claims, 'test'),
      username: session.accessToken,
      password: session.accessToken,
      reconnectPeriod: 0,
    });
  }, 60_000);
  afterAll(async () => {
    await client?.endAsync();
    await classroom?.close();
  });

  const read = (path: string) =>
    ask(`${classroom.consoleUrl}/v1${path}`, {
      headers: { authorization: `Bearer ${session.accessToken}`, 'tenant-key': 'demo' },
    });

  test('reads its own group by REST, and no other', async () => {
    expect((await read(`/groups/${own.id}`)).status).toBe(200);
    for (const path of ['', '/members', '/policies', '/patterns', '/permissions']) {
      expect((await read(`/groups/${foreign.id}${path}`)).status, path).toBe(404);
    }
    const { body } = await read(`/groups/${own.id}/permissions`);
    const claims = readClaims(session.accessToken);
    expect(v.parse(groupPermissionListSchema, JSON.parse(body))).toContain(claims?.sub);
    const listed = JSON.parse((await read('/groups')).body) as { id: string }[];
    expect(listed.map(({ id }) => id)).toContain(own.id);
    expect(listed.map(({ id }) => id)).not.toContain(foreign.id);
  });

  test('is refused with a token of another tenant’s key', async () => {
    const answer = await ask(`${classroom.consoleUrl}/v1/groups`, {
      headers: { authorization: `Bearer ${session.accessToken}`, 'tenant-key': 'other' },
    });
    expect([401, 403]).toContain(answer.status);
  });

  test('subscribes to its own group’s feedback, and to no other’s', async () => {
    const granted = await client.subscribeAsync(groupFeedbackFilter(scope, own.id), { qos: 0 });
    expect(granted.map(({ qos }) => qos)).toEqual([0]);
    const refused = await client
      .subscribeAsync(groupFeedbackFilter(scope, foreign.id), { qos: 0 })
      .then((grants) => grants.map(({ qos }) => qos))
      .catch((error: { code?: number; message: string }) => [error.code ?? error.message]);
    expect(refused).not.toEqual([0]);
  });

  test('publishes actions to its own group, and to no other', async () => {
    const publish = (groupId: string) =>
      client
        .publishAsync(
          targetTopic(scope, session.userId, { to: 'group', groupId }, 'actions'),
          JSON.stringify({ id: groupId, action: 'ping', parameters: {}, timeSent: Date.now() }),
          { qos: 1 },
        )
        .then(() => 0)
        .catch((error: { code?: number }) => error.code);
    expect(await publish(own.id)).toBe(0);
    expect(await publish(foreign.id)).toBe(NOT_AUTHORIZED);
  });
});
