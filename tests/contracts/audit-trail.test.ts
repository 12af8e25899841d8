/** What a tutor does and changes is in the tables of the running platform afterwards. */
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import type { Tokens } from '#protocol/auth/auth-service.ts';
import { targetTopic } from '#protocol/topics.ts';
import { createPlatform, type Platform } from '../../server/platform/platform.ts';
import { takeDataFolder, testOptions } from '../support/classroom/seeded-data.ts';
import { consoleSession } from '../support/tutors/platform-session.ts';

let platform: Platform;
let session: Tokens;
let remove: () => Promise<void>;
beforeAll(async () => {
  const folder = await takeDataFolder();
  remove = folder.remove;
  platform = await createPlatform(testOptions({ dataDir: folder.dataDir, students: 0 }));
  session = await consoleSession(platform, 'teacher@demo.example');
}, 60_000);
afterAll(async () => {
  await platform.close();
  await remove();
});

describe('actions over the broker', () => {
  it('are rows, without passwords', async () => {
    const claims = readClaims(session.accessToken);
    if (!claims) throw new Error('no claims');
    const [{ groupId, groupName } = { groupId: '', groupName: '' }] = await platform.store.db
      .selectFrom('tutor_group_permissions')
      .innerJoin('groups', 'groups.id', 'tutor_group_permissions.group_id')
      .select(['groups.id as groupId', 'groups.name as groupName'])
      .where('tutor_id', '=', claims.sub)
      .where('groups.site_id', '=', 'riverside')
      .execute();
    const scope = { tenant: 'demo', site: 'riverside' };
    const client = await connectAsync(`ws://127.0.0.1:${platform.port}/mqtt`, {
      protocolVersion: 5,
      clientId: mqttClientId(claims, 'test'),
      username: session.accessToken,
      password: session.accessToken,
    });
    const act = (id: string, action: string, parameters: object) =>
      client.publishAsync(
        targetTopic(scope, claims.sub, { to: 'group', groupId }, 'actions'),
        JSON.stringify({ id, action, parameters, timeSent: Date.now() }),
        { qos: 1 },
      );
    await act('audit-1', 'launch', { url: 'https://example.org/' });
    await act('audit-2', 'login', { username: 'ann', password: 'hunter2' });
    await client.endAsync();
    const rows = () =>
      platform.store.db
        .selectFrom('tutor_action_logs')
        .select(['action', 'parameters', 'target_group_id', 'tutor_id', 'combined_target_identifier'])
        .where('tutor_id', '=', claims.sub)
        .orderBy('logged_time', 'desc')
        .orderBy('action', 'desc')
        .limit(2)
        .execute();
    const common = {
      tutor_id: claims.sub,
      target_group_id: groupId,
      combined_target_identifier: `group/${groupId}`,
    };
    await expect
      .poll(async () => (await rows()).map(({ action }) => action).sort())
      .toEqual(['launch', 'login']);
    expect(await rows()).toEqual(
      expect.arrayContaining([
        { ...common, action: 'launch', parameters: { url: 'https://example.org/', groupName } },
        { ...common, action: 'login', parameters: { username: 'ann', groupName } },
      ]),
    );
  });
});
