import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WakePeriod } from '#store/wake/wake-schedules.ts';
import { createWakeScheduler } from './wake-scheduler.ts';

/** A Monday, by the clock on the wall where the test runs. */
const monday = (time: string, seconds = 0) => {
  const [hours, minutes] = time.split(':').map(Number);
  return new Date(2026, 10, 2, hours, minutes, seconds).getTime();
};
const group = (groupId: string) => ({ tenant: 'demo', site: 'riverside', groupId });

/** Schedules as they are kept: they outlive a scheduler. */
function keptSchedules(plan: Readonly<Record<string, readonly WakePeriod[]>>) {
  const claimed = new Map<string, number>();
  return {
    asked: [] as WakePeriod[],
    async due(period: WakePeriod) {
      this.asked.push(period);
      return Object.keys(plan)
        .filter((id) => plan[id]?.some(({ day, time }) => day === period.day && time === period.time))
        .map(group);
    },
    async claim({ groupId }: { groupId: string }, minute: Date) {
      if ((claimed.get(groupId) ?? 0) >= minute.getTime()) return false;
      claimed.set(groupId, minute.getTime());
      return true;
    },
    async release({ groupId }: { groupId: string }, minute: Date) {
      if (claimed.get(groupId) === minute.getTime()) claimed.delete(groupId);
    },
  };
}

describe('the scheduler of wakes', () => {
  const woken: string[] = [];
  const failures: unknown[] = [];
  let now = 0;
  let schedules: ReturnType<typeof keptSchedules>;
  beforeEach(() => {
    woken.length = 0;
    failures.length = 0;
    const quarterToEight = { day: 1, time: '07:45' };
    schedules = keptSchedules({ suite: [quarterToEight, { day: 1, time: '13:05' }], exam: [quarterToEight] });
  });

  const create = (clock = () => now) =>
    createWakeScheduler({
      schedules,
      async wake({ groupId }) {
        woken.push(groupId);
        if (groupId === 'failing') throw new Error('broker away');
      },
      clock,
      failed: (error) => failures.push(error),
    });
  const lookAt = async (scheduler: ReturnType<typeof create>, at: number) => {
    now = at;
    await scheduler.check();
  };

  it('wakes what is due in the minute, on that day only', async () => {
    const scheduler = create();
    await lookAt(scheduler, monday('07:44', 59));
    expect(woken).toEqual([]);
    await lookAt(scheduler, monday('07:45'));
    expect(woken).toEqual(['suite', 'exam']);
    await lookAt(scheduler, monday('13:05', 30));
    expect(woken).toEqual(['suite', 'exam', 'suite']);
    await lookAt(create(), monday('07:45') + 86_400_000);
    expect(woken).toHaveLength(3);
  });

  it('asks with the day from Sunday and two digits', async () => {
    await lookAt(create(), new Date(2026, 10, 1, 6, 5).getTime());
    expect(schedules.asked.at(-1)).toEqual({ day: 0, time: '06:05' });
  });

  it('wakes once for a period, however often it looks and whoever starts anew', async () => {
    const scheduler = create();
    await lookAt(scheduler, monday('07:45', 1));
    await lookAt(scheduler, monday('07:45', 50));
    await lookAt(create(), monday('07:45', 55));
    await lookAt(create(), monday('07:47'));
    expect(woken).toEqual(['suite', 'exam']);
  });

  it('catches up on the minutes of a restart, not on those of a night', async () => {
    await lookAt(create(), monday('07:50', 10));
    expect(woken).toEqual(['suite', 'exam']);
    const late = create();
    await lookAt(late, monday('13:11'));
    expect(woken).toHaveLength(2);
    await lookAt(late, monday('23:59'));
    expect(woken).toHaveLength(2);
    expect(schedules.asked.length).toBeLessThan(20);
  });

  it('goes on at once when the clock was set back, and wakes nobody again', async () => {
    const scheduler = create();
    await lookAt(scheduler, monday('13:05'));
    await lookAt(scheduler, monday('07:44'));
    await lookAt(scheduler, monday('07:45'));
    expect(woken).toEqual(['suite', 'exam']);
    await lookAt(scheduler, monday('13:05'));
    expect(woken).toEqual(['suite', 'exam']);
  });

  it('wakes the others where one cannot be woken', async () => {
    schedules = keptSchedules({ failing: [{ day: 1, time: '07:45' }], exam: [{ day: 1, time: '07:45' }] });
    await lookAt(create(), monday('07:45'));
    expect(woken).toEqual(['failing', 'exam']);
    expect(failures).toEqual([new Error('broker away')]);
  });

  it('tries for five minutes to wake one that could not be woken', async () => {
    schedules = keptSchedules({ failing: [{ day: 1, time: '07:45' }], exam: [{ day: 1, time: '07:45' }] });
    const scheduler = create();
    await lookAt(scheduler, monday('07:45'));
    await lookAt(scheduler, monday('07:46'));
    await lookAt(scheduler, monday('07:50'));
    expect(woken).toEqual(['failing', 'exam', 'failing', 'failing']);
    await lookAt(scheduler, monday('07:51'));
    expect(woken).toHaveLength(4);
  });

  it('goes on trying where the database is away as well', async () => {
    schedules = keptSchedules({ failing: [{ day: 1, time: '07:45' }] });
    const { due, release } = schedules;
    const away = () => Promise.reject(new Error('database away'));
    const scheduler = create();
    schedules.release = away;
    await lookAt(scheduler, monday('07:45'));
    expect(failures).toEqual([new Error('database away'), new Error('broker away')]);
    schedules.due = away;
    await expect(lookAt(scheduler, monday('07:46'))).rejects.toThrow('database away');
    Object.assign(schedules, { due, release });
    await lookAt(scheduler, monday('07:47'));
    expect(woken).toEqual(['failing', 'failing']);
  });

  it('looks again where the schedules could not be read or claimed', async () => {
    let away = true;
    const { due, claim } = schedules;
    schedules.due = async (period) => {
      if (away && period.time === '07:45') throw new Error('database away');
      return due.call(schedules, period);
    };
    const scheduler = create();
    await expect(lookAt(scheduler, monday('07:45'))).rejects.toThrow('database away');
    away = false;
    await lookAt(scheduler, monday('07:46'));
    expect(woken).toEqual(['suite', 'exam']);

    schedules.claim = async (key, minute) => {
      if (key.groupId === 'suite') throw new Error('locked');
      return claim.call(schedules, key, minute);
    };
    await lookAt(create(), monday('07:45') + 604_800_000);
    expect(woken).toEqual(['suite', 'exam', 'exam']);
    expect(failures).toEqual([new Error('locked')]);
  });

  describe('at a change of the clock', () => {
    const zone = process.env.TZ;
    afterEach(() => {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    });
    const sunday = (time: string) => ({ day: 0, time });
    /** The instants at which each group was woken, minute by minute from `fromUtc` on. */
    async function wokenAt(tz: string, fromUtc: string, hours: number, offUntilMinute = 0) {
      process.env.TZ = tz;
      const from = Date.parse(fromUtc);
      const found: string[] = [];
      const scheduler = create();
      for (let minute = offUntilMinute; minute < hours * 60; minute += 1) {
        const before = woken.length;
        await lookAt(scheduler, from + minute * 60_000);
        for (const group of woken.slice(before))
          found.push(`${group} ${new Date(now).toISOString().slice(11, 16)}`);
      }
      return found;
    }

    it('wakes at the first minute after an hour that the clock leaves out', async () => {
      schedules = keptSchedules({
        before: [sunday('01:59')],
        within: [sunday('02:00'), sunday('02:30'), sunday('02:59')],
        after: [sunday('03:00'), sunday('03:15')],
        otherDay: [{ day: 1, time: '02:30' }],
      });
      expect(await wokenAt('Europe/Berlin', '2026-03-29T00:30:00Z', 3)).toEqual([
        'before 00:59',
        'within 01:00',
        'after 01:00',
        'after 01:15',
      ]);
    });

    it('wakes once in an hour that comes twice', async () => {
      schedules = keptSchedules({
        before: [sunday('01:59')],
        within: [sunday('02:00'), sunday('02:30')],
        after: [sunday('03:00')],
      });
      expect(await wokenAt('Europe/Berlin', '2026-10-24T23:30:00Z', 4)).toEqual([
        'before 23:59',
        'within 00:00',
        'within 00:30',
        'after 02:00',
      ]);
    });

    it('wakes in the second hour where the platform was off in the first', async () => {
      schedules = keptSchedules({ within: [sunday('02:30')] });
      expect(await wokenAt('Europe/Berlin', '2026-10-25T00:00:00Z', 3, 50)).toEqual(['within 01:30']);
    });

    it('follows changes at midnight and of half an hour', async () => {
      schedules = keptSchedules({
        midnight: [{ day: 5, time: '00:10' }],
        saturday: [{ day: 6, time: '00:10' }],
      });
      // Cairo goes from Friday 00:00 to 01:00.
      expect(await wokenAt('Africa/Cairo', '2026-04-23T21:30:00Z', 2)).toEqual(['midnight 22:00']);
      // Lord Howe goes from Sunday 02:00 to 02:30.
      schedules = keptSchedules({ half: [sunday('02:15'), sunday('02:45')] });
      expect(await wokenAt('Australia/Lord_Howe', '2026-10-03T15:00:00Z', 2)).toEqual([
        'half 15:30',
        'half 15:45',
      ]);
    });
  });

  describe('running', () => {
    beforeEach(() => {
      vi.useFakeTimers();
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    it('waits for the runners to come back, then looks at the beginning of each minute until it is stopped', async () => {
      vi.setSystemTime(monday('07:44', 45));
      const scheduler = create(Date.now);
      scheduler.start();
      await vi.advanceTimersByTimeAsync(9_000);
      expect(schedules.asked).toEqual([]);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(schedules.asked.at(-1)).toEqual({ day: 1, time: '07:44' });
      await vi.advanceTimersByTimeAsync(5_000);
      expect(woken).toEqual(['suite', 'exam']);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(schedules.asked.at(-1)).toEqual({ day: 1, time: '07:46' });
      await scheduler.stop();
      const { length } = schedules.asked;
      await vi.advanceTimersByTimeAsync(600_000);
      expect(schedules.asked).toHaveLength(length);
    });
  });
});
