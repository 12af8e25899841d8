import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toJson } from '../database.ts';
import { BACK_ENDS, openTestStore, type TestStore } from '../fakes/open-test-store.ts';
import { createWakeSchedules } from './wake-schedules.ts';

const LONG_MS = 60_000;

describe.each(BACK_ENDS)('wake schedules on %s', (backEnd) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(backEnd, 10);
  }, LONG_MS);
  afterAll(() => store.dispose(), LONG_MS);

  const namesDue = async (day: number, time: string) => {
    const due = await createWakeSchedules(store.db).due({ day, time });
    const ids = due.map(({ groupId }) => groupId);
    const rows = await store.db
      .selectFrom('groups')
      .select('name')
      .where('id', 'in', ['', ...ids])
      .execute();
    return rows.map(({ name }) => name);
  };

  it('are due on their day at their time, where they are enabled', async () => {
    expect(await namesDue(1, '07:45')).toEqual(['Computer Suite 1']);
    expect(await namesDue(5, '07:45')).toEqual(['Computer Suite 1']);
    expect(await namesDue(6, '07:45')).toEqual([]);
    expect(await namesDue(1, '07:46')).toEqual([]);
    // `Exam Laptops`, on pause.
    expect(await namesDue(1, '08:15')).toEqual([]);
  });

  it('are not due for groups of people', async () => {
    const wol = toJson({ enabled: true, periods: [{ day: 2, time: '10:00' }] });
    await store.db.updateTable('groups').set({ wol }).where('name', '=', 'Chess Club').execute();
    expect(await namesDue(2, '10:00')).toEqual([]);
  });

  it('are claimed by one of many for a minute, and again for a later one', async () => {
    const [group] = await createWakeSchedules(store.db).due({ day: 1, time: '07:45' });
    if (!group) throw new Error('nothing is due');
    const minute = new Date(2026, 10, 2, 7, 45);
    const many = Array.from({ length: 8 }, () => createWakeSchedules(store.db).claim(group, minute));
    expect((await Promise.all(many)).filter(Boolean)).toHaveLength(1);
    const schedules = createWakeSchedules(store.db);
    expect(await schedules.claim(group, minute)).toBe(false);
    expect(await schedules.claim(group, new Date(minute.getTime() + 60_000))).toBe(true);
    expect(await schedules.claim({ ...group, site: 'hillcrest' }, new Date(2030, 1, 1))).toBe(false);
  });

  it('are claimed where a clock that was ahead has claimed a day to come', async () => {
    const schedules = createWakeSchedules(store.db);
    const [group] = await schedules.due({ day: 1, time: '07:45' });
    if (!group) throw new Error('nothing is due');
    expect(await schedules.claim(group, new Date(2031, 0, 6, 7, 45))).toBe(true);
    const minute = new Date(2030, 0, 7, 7, 45);
    expect([await schedules.claim(group, minute), await schedules.claim(group, minute)]).toEqual([
      true,
      false,
    ]);
    await schedules.release(group, minute);
  });

  it('are claimed once more for a minute that was released, and for no other', async () => {
    const schedules = createWakeSchedules(store.db);
    const [group] = await schedules.due({ day: 1, time: '07:45' });
    if (!group) throw new Error('nothing is due');
    const minute = new Date(2026, 10, 9, 7, 45);
    await schedules.claim(group, minute);
    await schedules.release(group, new Date(minute.getTime() - 60_000));
    await schedules.release({ ...group, site: 'hillcrest' }, minute);
    expect(await schedules.claim(group, minute)).toBe(false);
    await schedules.release(group, minute);
    expect(await schedules.claim(group, minute)).toBe(true);
  });
});
