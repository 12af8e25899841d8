import { afterEach, describe, expect, it } from 'vitest';
import { BACK_ENDS, openTestStore, type TestStore } from '../fakes/open-test-store.ts';
import { removeOldLogs } from './log-retention.ts';

const OLD = new Date('2024-01-01T00:00:00Z');
const LIMIT = new Date('2025-01-01T00:00:00Z');
const YOUNG = new Date('2026-01-01T00:00:00Z');
const TABLES = ['user_logs', 'tutor_action_logs', 'resource_logs'] as const;

let store: TestStore | undefined;
afterEach(() => store?.dispose());

async function fill({ db }: TestStore): Promise<void> {
  await db.insertInto('tenants').values({ key: 't', name: 'T' }).execute();
  for (const id of ['s-1', 's-2'])
    await db.insertInto('sites').values({ tenant: 't', id, name: id }).execute();
  const rows = ['s-1', 's-2'].flatMap((site_id) =>
    [OLD, OLD, OLD, OLD, OLD, YOUNG].map((time, index) => ({
      tenant: 't',
      id: `${site_id}-${index}`,
      site_id,
      time,
    })),
  );
  for (const { time, ...row } of rows) {
    await db
      .insertInto('user_logs')
      .values({
        ...row,
        user_id: 'u',
        user_name: 'U',
        auth_type: 'user',
        time_triggered: time,
        user_group_ids: '["g"]',
      })
      .execute();
    const log = { ...row, tutor_id: 'x', logged_time: time };
    await db
      .insertInto('tutor_action_logs')
      .values({ ...log, action: 'lock' })
      .execute();
    await db
      .insertInto('resource_logs')
      .values({ ...log, resource_type: 'groups' })
      .execute();
  }
  const ofTenant = { tenant: 't', id: 'of-tenant', site_id: null, tutor_id: 'x', resource_type: 'sites' };
  await db
    .insertInto('resource_logs')
    .values({ ...ofTenant, logged_time: OLD })
    .execute();
  await db
    .insertInto('event_pictures')
    .values({ tenant: 't', id: 'p-1', site_id: 's-1', log_id: 's-1-0', jpeg: '' })
    .execute();
}

const idsIn = async ({ db }: TestStore, table: (typeof TABLES)[number]) =>
  (await db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);

describe.each(BACK_ENDS)('old logs on %s', (backEnd) => {
  it('go in batches, with their groups and pictures; younger ones stay', async () => {
    store = await openTestStore(backEnd);
    await fill(store);
    expect(await removeOldLogs(store.db, LIMIT, { batch: 2 })).toBe(31);
    for (const table of TABLES) expect(await idsIn(store, table)).toEqual(['s-1-5', 's-2-5']);
    expect(await store.db.selectFrom('event_pictures').select('id').execute()).toEqual([]);
    const groups = await store.db.selectFrom('user_log_groups').select('log_id').orderBy('log_id').execute();
    expect(groups.map(({ log_id }) => log_id)).toEqual(['s-1-5', 's-2-5']);
  });

  it('stay where the platform stops before they are removed', async () => {
    store = await openTestStore(backEnd);
    await fill(store);
    expect(await removeOldLogs(store.db, LIMIT, { signal: AbortSignal.abort() })).toBe(0);
    expect(await idsIn(store, 'user_logs')).toHaveLength(12);
  });
});
