import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { BACK_ENDS, openTestStore, type TestStore } from './fakes/open-test-store.ts';
import { openRemovalClock } from './removal-clock.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.parse('2026-06-01T08:00:00Z');

describe.each(BACK_ENDS)('the removal clock on %s', (backEnd) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(backEnd);
  }, 60_000);
  afterAll(() => store.dispose());
  afterEach(async () => {
    vi.useRealTimers();
    await store.db.deleteFrom('removal_clock').execute();
    warnings.length = 0;
  });
  let now = START;
  const warnings: string[] = [];

  /** Starts the platform at `at`. `run` passes hours. */
  async function start(at: number) {
    now = at;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const clock = await openRemovalClock({
      db: store.db,
      clock: () => now,
      warn: (text) => warnings.push(text),
      failed: (error) => {
        throw error;
      },
    });
    return {
      now: clock.now,
      stop: clock.stop,
      async run(hours: number) {
        for (let hour = 0; hour < hours; hour += 1) {
          now += HOUR_MS;
          vi.advanceTimersByTime(HOUR_MS);
          await clock.settled();
        }
      },
    };
  }

  it('is the clock of a platform that runs, rests over a weekend and runs on', async () => {
    const first = await start(START);
    expect(first.now()).toBe(START);
    await first.run(3);
    expect(first.now()).toBe(START + 3 * HOUR_MS);
    await first.stop();
    const monday = await start(START + 3 * DAY_MS);
    expect(monday.now()).toBeLessThanOrEqual(START + 3 * HOUR_MS + DAY_MS);
    await monday.run(3);
    expect(monday.now()).toBe(now);
    expect(warnings).toEqual([]);
    await monday.stop();
  });

  it.each([
    ['a week and a day', 8],
    ['a year', 400],
  ])('stands still where the clock jumps ahead by %s, and is right again with the clock', async (_, days) => {
    await (await start(START)).stop();
    for (let starts = 0; starts < 30; starts += 1) {
      const wrong = await start(START + days * DAY_MS + starts * 1_000);
      expect(wrong.now()).toBe(START);
      await wrong.stop();
    }
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(`${days} days ahead`);
    const right = await start(START + HOUR_MS);
    expect(right.now()).toBeLessThanOrEqual(now);
    await right.run(1);
    expect(right.now()).toBe(now);
    await right.stop();
  });

  it('stands still where the clock jumps while the platform runs', async () => {
    const clock = await start(START);
    now += 300 * DAY_MS;
    expect(clock.now()).toBe(START);
    await clock.run(20);
    expect(clock.now()).toBe(START);
    await clock.stop();
  });

  it('after holidays it waits for a day of running, over restarts, and then goes a day in an hour', async () => {
    await (await start(START)).stop();
    const back = await start(START + 45 * DAY_MS);
    await back.run(10);
    await back.stop();
    const nextDay = await start(now + 14 * HOUR_MS);
    await nextDay.run(12);
    expect(nextDay.now()).toBe(START);
    await nextDay.run(2);
    expect(nextDay.now()).toBeLessThanOrEqual(START + 2 * DAY_MS);
    await nextDay.run(50);
    expect(nextDay.now()).toBe(now);
    expect(warnings).toHaveLength(1);
    await nextDay.stop();
  });

  it('goes back with the clock at once', async () => {
    const clock = await start(START);
    now -= 400 * DAY_MS;
    expect(clock.now()).toBe(now);
    await clock.run(1);
    expect(clock.now()).toBe(now);
    await clock.stop();
  });

  it('begins at the newest log where a platform of before has left logs', async () => {
    const { db } = store;
    await db.insertInto('tenants').values({ key: 't', name: 'T' }).execute();
    await db
      .insertInto('resource_logs')
      .values({
        tenant: 't',
        id: 'l',
        site_id: null,
        tutor_id: 'x',
        resource_type: 'sites',
        logged_time: new Date(START),
      })
      .execute();
    const clock = await start(START + 400 * DAY_MS);
    expect(clock.now()).toBe(START);
    await clock.stop();
  });
});
