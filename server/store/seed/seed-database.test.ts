import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPageLinks, type PageLinks, siteOfPageKey } from '#auth/enrolment/page-link.ts';
import { createEncryption } from '#auth/secrets/encryption.ts';
import {
  addSiteSecret,
  readRunnerSecret,
  readSiteSecret,
  revokeSiteSecrets,
  runnerOfSecret,
  siteOfSecret,
} from '#auth/secrets/site-secrets.ts';
import { matchesDevicePatterns } from '#domain/devices/device-pattern.ts';
import { type DemoClass, writeDemoClass } from '../../platform/demo-class.ts';
import { BACK_ENDS, openTestStore, type TestStore } from '../fakes/open-test-store.ts';
import { HILLCREST, planStudents, RIVERSIDE } from './school.ts';

const LONG_MS = 60_000;

describe('the plan of the school', () => {
  const students = planStudents(RIVERSIDE, 420);

  it('is the same every time', () => {
    expect(planStudents(RIVERSIDE, 420)).toEqual(students);
    // A larger school begins with the same people.
    expect(planStudents(RIVERSIDE, 2_000).slice(0, 420)).toEqual(students);
  });

  it('names no two people, devices or serial numbers alike', () => {
    for (const students of [planStudents(RIVERSIDE, 420), planStudents(RIVERSIDE, 9_000)]) {
      const of = (key: (student: (typeof students)[number]) => string) => new Set(students.map(key)).size;
      expect(of(({ name }) => name.full)).toBe(students.length);
      expect(of(({ device }) => device.hostname)).toBe(students.length);
      expect(of(({ device }) => device.serialNumber)).toBe(students.length);
    }
  });

  it('gives every Windows device an address by which it is woken, and no two the same', () => {
    const schools = [RIVERSIDE, HILLCREST].flatMap((plan) => planStudents(plan, 420));
    const addresses = schools.flatMap(({ device }) => device.macAddress ?? []);
    expect(addresses[0]).toBe('02:07:00:00:00:01');
    expect(new Set(addresses).size).toBe(420);
    for (const { device } of schools) {
      expect(device.macAddress !== undefined, device.hostname).toBe(device.type === 'windowsAgent');
    }
  });

  it('begins with a class of thirty and three who come and go, Windows and Chrome in turn', () => {
    expect(students.slice(0, 2).map(({ device }) => device.hostname)).toEqual(['RS-7A-01', 'CB-7A-02']);
    expect(students.slice(0, 33).every(({ className, user }) => className === '7A' && user)).toBe(true);
    expect(students.flatMap(({ traits }, index) => (traits.comesAndGoes ? [index] : []))).toEqual([
      30, 31, 32,
    ]);
    expect(students.filter(({ className }) => className === '7A')).toHaveLength(33);
  });
});

describe.each(BACK_ENDS)('the demo tenant on %s', (backEnd) => {
  let store: TestStore;
  let links: PageLinks;
  const encryption = createEncryption(Buffer.alloc(32, 7));
  let folder: string;
  beforeAll(async () => {
    store = await openTestStore(backEnd, 420);
    links = await openPageLinks({ db: store.db, encryption, endFamily: async () => {}, clock: Date.now });
    folder = await mkdtemp(join(tmpdir(), 'lectern-demo-'));
  }, LONG_MS);
  afterAll(async () => {
    await store.dispose();
    await rm(folder, { recursive: true });
  }, LONG_MS);

  it('has enough of everything to page through', async () => {
    const atLeast = {
      sites: 3,
      tags: 4,
      roles: 8,
      tutors: 25,
      users: 400,
      devices: 420,
      groups: 12,
      group_members: 200,
      policies: 12,
      policy_applications: 10,
      integrations: 3,
      sync_jobs: 5,
      directory_courses: 3,
      site_runners: 2,
      live_rooms: 3,
      live_room_history: 5,
      user_logs: 100,
      tutor_action_logs: 60,
      resource_logs: 60,
      device_inventory: 100,
    };
    for (const [table, least] of Object.entries(atLeast)) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
        store.db,
      );
      expect(rows[0]?.n, table).toBeGreaterThanOrEqual(least);
    }
  });

  it('has the class in its first group', async () => {
    const members = await store.db
      .selectFrom('group_members')
      .innerJoin('groups', 'groups.id', 'group_members.group_id')
      .where('groups.name', '=', '7A Mathematics')
      .select('group_members.user_id')
      .execute();
    expect(members).toHaveLength(33);
  });

  it('shows the teacher who joins by the student page, whatever name the page gives itself', async () => {
    const rows = await store.db
      .selectFrom('group_patterns')
      .innerJoin('tutor_group_permissions as may', 'may.group_id', 'group_patterns.group_id')
      .where('may.tutor_id', '=', 'tutor-teacher')
      .select(['group_patterns.group_id', 'pattern'])
      .execute();
    const seen = rows.filter(({ pattern }) => matchesDevicePatterns('page-4a8z0k2q', [pattern]));
    expect(seen).toHaveLength(1);
    const matching = planStudents(RIVERSIDE, 420).filter(({ device }) =>
      matchesDevicePatterns(device.hostname, [seen[0]?.pattern ?? '']),
    );
    expect(matching).toEqual([]);
  });

  it('has pages of alerts for the groups of the class', async () => {
    for (const name of ['7A Mathematics', 'Room 7A', 'All devices']) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from user_logs join groups
        on groups.tenant = user_logs.tenant and user_group_ids @> to_jsonb(array[groups.id::text])
        where groups.name = ${name}`.execute(store.db);
      expect(rows[0]?.n, name).toBeGreaterThan(4 * 11);
    }
  });

  it('has policies on groups, people and devices, one of them switched off', async () => {
    const applied = await store.db.selectFrom('policy_applications').selectAll().execute();
    for (const column of ['group_id', 'user_id', 'device_id'] as const) {
      expect(applied.filter((row) => row[column] !== null).length, column).toBeGreaterThan(5);
    }
    expect(applied.filter(({ disabled }) => disabled)).toHaveLength(1);
  });

  it('takes no device of the class out of its tutor’s hands by a policy', async () => {
    const effects = await store.db
      .selectFrom('policy_applications as applied')
      .innerJoin('policies', 'policies.id', 'applied.policy_id')
      .leftJoin('groups', 'groups.id', 'applied.group_id')
      .select('policies.definition')
      .where((is) =>
        is.or([
          is('applied.group_id', 'is', null),
          is('groups.name', 'in', ['7A Mathematics', 'Room 7A', 'All Chromebooks', 'All devices']),
        ]),
      )
      .execute();
    const text = JSON.stringify(effects);
    expect(text).toContain('BlockWebsitesDefinition');
    expect(text).not.toMatch(/Mute|LockScreen|Power|Privacy|BlockAll/);
  });

  it('has one group of devices that is woken, and one whose schedule is on pause', async () => {
    const rows = await store.db
      .selectFrom('groups')
      .select(['name', 'wol'])
      .where('wol', 'is not', null)
      .execute();
    expect(rows.map(({ name, wol }) => [name, wol?.enabled]).sort()).toEqual([
      ['Computer Suite 1', true],
      ['Exam Laptops', false],
    ]);
  });

  it('writes the class for its devices, with the secret of the site, for its owner only', async () => {
    const file = join(folder, 'demo-class.json');
    expect(await writeDemoClass(store, file, { online: 30, pageLinks: links, encryption })).toBe(true);
    const demo = JSON.parse(await readFile(file, 'utf8')) as DemoClass;
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(demo).toMatchObject({ tenant: 'demo', siteId: 'riverside' });
    expect(demo.devices).toHaveLength(420);
    expect(await siteOfSecret(store.db, { tenant: 'demo', secret: demo.secret, now: new Date() })).toBe(
      'riverside',
    );
    const runner = await runnerOfSecret(store.db, 'demo', demo.runner?.secret ?? '');
    expect(runner).toEqual({ runnerId: 'runner-riverside', siteId: 'riverside' });
    expect(await siteOfPageKey(store.db, 'demo', demo.pageKey)).toBe('riverside');
    const now = new Date();
    expect(
      await readSiteSecret(store.db, { tenant: 'demo', site: 'riverside' }, { encryption, now }),
    ).toMatchObject({ name: 'readable', secret: demo.secret });
    expect(
      await readRunnerSecret(store.db, { tenant: 'demo', runner: 'runner-riverside' }, encryption),
    ).toEqual({ name: 'readable', secret: demo.runner?.secret });
    const hostnames = await store.db.selectFrom('devices').select('hostname').execute();
    const known = new Set(hostnames.map(({ hostname }) => hostname));
    expect(demo.devices.filter(({ hostname }) => !known.has(hostname))).toEqual([]);
  });

  it('keeps the secrets of the class as long as they open something, and beside those that others were given', async () => {
    const file = join(folder, 'kept-class.json');
    const read = async () => JSON.parse(await readFile(file, 'utf8')) as DemoClass;
    await writeDemoClass(store, file, { online: 30, pageLinks: links, encryption });
    const first = await read();
    await writeDemoClass(store, file, { online: 30, pageLinks: links, encryption });
    expect(await read()).toEqual(first);
    const riverside = { tenant: 'demo', site: 'riverside' };
    await revokeSiteSecrets(store.db, riverside);
    const given = await addSiteSecret(store.db, riverside, { id: 'given', encryption });
    await writeDemoClass(store, file, { online: 30, pageLinks: links, encryption });
    const second = await read();
    expect(second.secret).not.toBe(first.secret);
    expect(second.runner).toEqual(first.runner);
    for (const secret of [given, second.secret])
      expect(await siteOfSecret(store.db, { tenant: 'demo', secret, now: new Date() })).toBe('riverside');
    expect(
      await siteOfSecret(store.db, { tenant: 'demo', secret: first.secret, now: new Date() }),
    ).toBeUndefined();
  });

  it('adds machines and people that the directory does not know for a larger class', async () => {
    const file = join(folder, 'large-class.json');
    await writeDemoClass(store, file, { online: 1_000, pageLinks: links, encryption });
    const { devices } = JSON.parse(await readFile(file, 'utf8')) as DemoClass;
    expect(devices.filter(({ traits }) => !traits.comesAndGoes)).toHaveLength(1_000);
    expect(devices.slice(420).filter(({ user }) => user.email !== undefined)).toEqual([]);
  });

  it(
    'writes no class where there is no demo tenant',
    async () => {
      const empty = await openTestStore(backEnd);
      expect(
        await writeDemoClass(empty, join(folder, 'none.json'), { online: 30, pageLinks: links, encryption }),
      ).toBe(false);
      await empty.dispose();
    },
    LONG_MS,
  );
});
