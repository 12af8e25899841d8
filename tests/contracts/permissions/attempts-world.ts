/** A running platform with people who are known and want more than they may: two sites, and a second tenant beside them. */
import { join } from 'node:path';
import { sql } from 'kysely';
import { familyOf, readClaims } from '#protocol/auth/access-token.ts';
import { readClassFile } from '../../../agent/simulated/class-file.ts';
import { type RunningClassroom, startClassroom } from '../../support/classroom/running-classroom.ts';
import { ask, consoleSession } from '../../support/tutors/platform-session.ts';

/** What calls and messages can change; sessions and who is connected are apart. */
const TABLES = [
  ...['tenants', 'sites', 'tags', 'tag_links', 'site_client_settings', 'page_links', 'site_tokens'],
  ...['runner_tokens', 'site_runner_roles', 'client_roles'],
  ...['integrations', 'integration_secrets', 'directory_consents', 'directory_people'],
  ...['groups', 'group_members', 'group_patterns', 'policies', 'policy_applications'],
  ...['sync_jobs', 'sync_runs', 'sync_pages', 'sync_items', 'sync_role_links', 'sync_group_permissions'],
  ...[
    'tutors',
    'former_tutors',
    'roles',
    'role_links',
    'tutor_group_permissions',
    'users',
    'devices',
    'united_devices',
    'device_secrets',
  ],
  ...['live_rooms', 'live_room_members', 'live_room_history', 'class_orders'],
  ...['user_logs', 'event_pictures', 'tutor_action_logs', 'resource_logs', 'feedback_reports'],
];

/** Somebody at Hillcrest, who has an alert. */
export const NEIGHBOUR_USER = 'h-u-00001';
/** Another tenant's person, group, policy and directory have these ids. */
export const OTHER = {
  tenant: 'other',
  group: 'g-other',
  user: 'u-other',
  policy: 'p-other',
  integration: 'i-other',
};

export type AttemptsWorld = Awaited<ReturnType<typeof openAttemptsWorld>>;
export type Actor = keyof AttemptsWorld['tokens'];

export async function openAttemptsWorld() {
  const classroom = await startClassroom();
  const { platform, consoleUrl } = classroom;
  const { db } = platform.store;
  await addOtherTenant(classroom);
  await addNeighboursAlert(classroom);
  const groups = await db.selectFrom('groups').select(['id', 'name']).execute();
  const idOf = (name: string) => {
    const found = groups.find((group) => group.name === name);
    if (!found) throw new Error(`there is no group ${name}`);
    return found.id;
  };

  const enrol = async (what: 'devices' | 'runners', body: object): Promise<string> => {
    const answer = await ask(`${consoleUrl}/auth/${what}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'tenant-key': 'demo' },
      body: JSON.stringify(body),
    });
    if (answer.status !== 200) throw new Error(`no session of ${what}: ${answer.body}`);
    return JSON.parse(answer.body).accessToken;
  };
  const file = await readClassFile(join(classroom.dataDir, 'demo-class.json'));
  const teacher = (await consoleSession(platform, 'teacher@demo.example')).accessToken;
  const claims = readClaims(teacher);
  if (!claims) throw new Error('the access token cannot be read');
  const { iss: _iss, aud: _aud, iat: _iat, exp: _exp, ...own } = claims;
  /** A good signature under claims that say more than the directory: as of a tutor who has lost a right since. */
  const overstated = (more: object) =>
    platform.tokens.sign({ ...own, ...more, jti: `${familyOf(own.jti)}.overstated` }, 600);

  return {
    platform,
    consoleUrl,
    idOf,
    tokens: {
      /** Teaches some groups of Riverside, and applies policies. */
      teacher,
      /** Looks after all groups of Riverside. */
      maintainer: (await consoleSession(platform, 'maintainer@demo.example')).accessToken,
      /** Is at Hillcrest now, and a tutor of Riverside as well. */
      elsewhere: (await consoleSession(platform, 'manager@demo.example', 'hillcrest')).accessToken,
      /** The teacher with a token that says maintainer. */
      promoted: await overstated({ roles: ['consoleUser', 'groupMaintainer', 'policyMaintainer'] }),
      /** The teacher with a token of the admin realm. */
      crowned: await overstated({ realm: 'admin', site: undefined, roles: ['superAdmin'] }),
      /** The teacher with a token for another site. */
      moved: await overstated({ site: 'hillcrest' }),
      device: await enrol('devices', {
        secret: file.secret,
        type: 'windowsAgent',
        hostname: 'RS-7A-01',
        user: { name: 'Ann Example' },
      }),
      runner: await enrol('runners', { secret: file.runner?.secret, hostname: 'rs-server-01' }),
    },
    /** One text for each table that says what is in it. */
    async contents(): Promise<Record<string, string>> {
      const read: Record<string, string> = {};
      for (const table of TABLES) {
        const rows = sql<{ hash: string }>`
          select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${sql.table(table)} t`;
        read[table] = (await rows.execute(db)).rows[0]?.hash ?? '';
      }
      return read;
    },
    close: () => classroom.close(),
  };
}

async function addOtherTenant({ platform }: RunningClassroom): Promise<void> {
  const { db } = platform.store;
  const { tenant, group, user, policy, integration: id } = OTHER;
  await db.insertInto('tenants').values({ key: tenant, name: 'Other' }).execute();
  await db.insertInto('sites').values({ tenant, id: 'riverside', name: 'Riverside School' }).execute();
  await db.insertInto('users').values({ tenant, id: user, site_id: 'riverside', name: 'Other' }).execute();
  await db
    .insertInto('groups')
    .values({ tenant, id: group, site_id: 'riverside', name: 'Other', definition_name: 'userGroup' })
    .execute();
  await db
    .insertInto('integrations')
    .values({ tenant, id, name: 'Other', service: 'google', disabled: false })
    .execute();
  await db
    .insertInto('policies')
    .values({ tenant, id: policy, site_id: 'riverside', name: 'Other' })
    .execute();
}

async function addNeighboursAlert({ platform }: RunningClassroom): Promise<void> {
  await platform.store.db
    .insertInto('user_logs')
    .values({
      tenant: 'demo',
      id: 'alert-at-hillcrest',
      site_id: 'hillcrest',
      user_id: NEIGHBOUR_USER,
      user_name: 'A neighbour',
      auth_type: 'user',
      time_triggered: new Date(),
    })
    .execute();
}
