import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACK_ENDS, openTestStore, type TestStore } from '../fakes/open-test-store.ts';
import { fillSchool } from './fill-school.ts';
import { DIRECTORY_SIZE } from './school.ts';

const LONG_MS = 60_000;
const SIZE = 700;
/** What the fill adds to; the counts of a table, and a hash of all that is not a time. */
const TABLES = [
  ...['users', 'devices', 'clients', 'groups', 'group_members', 'group_patterns'],
  ...['policies', 'policy_applications', 'user_logs', 'device_inventory'],
];

async function contentOf({ db }: TestStore): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of TABLES) {
    const { rows } = await sql<{ content: string }>`
      select count(*) || ' ' || md5(string_agg(line, ',' order by line)) as content from (
        select (to_jsonb(row) - array['created_at', 'updated_at', 'last_seen_at', 'time_triggered', 'wake_sent_at'])::text
          as line from ${sql.table(table)} as row) as lines`.execute(db);
    found[table] = rows[0]?.content ?? '';
  }
  return found;
}

const countOf = (content: Record<string, string>, table: string) => Number(content[table]?.split(' ')[0]);

describe.each(BACK_ENDS)('a filled school on %s', (backEnd) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(backEnd, DIRECTORY_SIZE);
  }, LONG_MS);
  afterAll(() => store.dispose(), LONG_MS);

  const numberOf = async (query: ReturnType<typeof sql<{ n: number }>>) =>
    (await query.execute(store.db)).rows[0]?.n;

  it('has as many devices on its site as were asked for, each at most once in use, and nothing changes the next time', async () => {
    // A machine of those to come that has enrolled as a stranger.
    await store.db
      .insertInto('devices')
      .values({
        tenant: 'demo',
        id: 'stranger',
        site_id: 'riverside',
        hostname: 'RS-9C-01',
        type: 'windowsAgent',
        serial_number: 'PFRS00501',
      })
      .execute();
    expect(await fillSchool(store.db, SIZE)).toBe(SIZE - DIRECTORY_SIZE);
    const filled = await contentOf(store);
    expect(await numberOf(sql`select count(*)::int as n from devices where site_id = 'riverside'`)).toBe(
      SIZE,
    );
    expect(await fillSchool(store.db, SIZE)).toBe(0);
    expect(await fillSchool(store.db, SIZE - 100)).toBe(0);
    expect(await contentOf(store)).toEqual(filled);
  });

  it('has groups, policies, alerts and clients of the new people', async () => {
    const groups = await store.db
      .selectFrom('groups')
      .select(['id', 'name'])
      .where('id', 'like', 'g-0-%')
      .execute();
    const all = groups.find(({ name }) => name === 'All students');
    expect(new Set(groups.map(({ name }) => name)).size).toBe(groups.length);
    expect(
      await numberOf(sql`select count(*)::int as n from group_members where group_id = ${all?.id}`),
    ).toBeGreaterThan(200);
    expect(
      await numberOf(sql`select count(*)::int as n from policy_applications where group_id = ${all?.id}`),
    ).toBe(1);
    expect(
      await numberOf(
        sql`select count(*)::int as n from clients join devices on devices.id = clients.device_id`,
      ),
    ).toBeGreaterThan(200);
    expect(
      await numberOf(sql`select count(*)::int as n from user_logs where user_group_ids ? ${all?.id}`),
    ).toBeGreaterThan(200);
    expect(
      await numberOf(sql`select count(*)::int as n from group_members where device_id = 'stranger'`),
    ).toBe(1);
  });

  it('leaves the demo’s class alone', async () => {
    expect(
      await numberOf(sql`select count(*)::int as n from group_members
        where group_id like 'g-0-%' and (user_id < 'r-u-00421' or device_id < 'r-d-00421')`),
    ).toBe(0);
  });

  it(
    'can be filled further, and is the same in every database',
    async () => {
      expect(await fillSchool(store.db, SIZE + 100)).toBe(100);
      const other = await openTestStore(backEnd, DIRECTORY_SIZE);
      await fillSchool(other.db, SIZE);
      await fillSchool(other.db, SIZE + 100);
      const [one, two] = [await contentOf(store), await contentOf(other)];
      await other.dispose();
      // But for the stranger, who has another id here.
      for (const table of ['users', 'groups', 'group_patterns', 'policies'])
        expect(two[table]).toBe(one[table]);
      for (const table of ['devices', 'group_members', 'policy_applications', 'user_logs'])
        expect(countOf(two, table), table).toBe(countOf(one, table));
    },
    LONG_MS,
  );

  it(
    'is nothing without the demo',
    async () => {
      const empty = await openTestStore(backEnd);
      expect(await fillSchool(empty.db, SIZE)).toBe(0);
      await empty.dispose();
    },
    LONG_MS,
  );
});
