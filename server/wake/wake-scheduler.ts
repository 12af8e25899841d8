/**
 * Wakes groups at the times of their schedules, in the time zone of the server (`TZ`). A time that a change to summer
 * time leaves out is woken for at the first minute after it, one that the change back repeats at its first occurrence.
 */
import type { EpochMs } from '#protocol/clock.ts';
import type { WakePeriod, WakeSchedules } from '../store/wake/wake-schedules.ts';

type GroupKey = Awaited<ReturnType<WakeSchedules['due']>>[number];

export type WakeSchedulerDeps = {
  schedules: WakeSchedules;
  /** Asks the site's runners. */
  wake(group: GroupKey): Promise<void>;
  clock(): EpochMs;
  failed(error: unknown): void;
};

export type WakeScheduler = {
  /** Wakes what is due, and was in the last minutes and has not been woken for; each group once for a minute. */
  look(): Promise<void>;
  /** Looks when the runners have had time to come back, and at the beginning of every minute. */
  start(): void;
  /** Resolves when what was begun is done. */
  stop(): Promise<void>;
};

const MINUTE_MS = 60_000;
/** A platform that was being restarted catches up; one that was off for the night does not. */
const MAX_MINUTES_LATE = 5;
/** A runner tries to come back every 6 s. */
const RUNNERS_RETURN_MS = 10_000;

export function createWakeScheduler({ schedules, wake, clock, failed }: WakeSchedulerDeps): WakeScheduler {
  /** Minutes since the epoch; of the last look. */
  let seen: number | undefined;
  /** Minutes in which some group could not be woken. */
  const unfinished = new Set<number>();
  /** Groups that are claimed for a minute and were not woken. */
  const claimed = new Map<string, { group: GroupKey; at: Date }>();
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();
  let stopped = false;

  async function wakeDue(minute: number): Promise<void> {
    const local = new Date(minute * MINUTE_MS);
    const at = firstWithSameTime(local);
    for (const period of periodsOf(local)) {
      for (const group of await schedules.due(period)) {
        if (stopped) return;
        try {
          await release(nameOf(group));
          if (await schedules.claim(group, at)) await wakeClaimed(group, at);
        } catch (error) {
          // The others are woken all the same.
          failed(error);
          unfinished.add(minute);
        }
      }
    }
  }

  async function release(name: string): Promise<void> {
    const held = claimed.get(name);
    if (!held) return;
    await schedules.release(held.group, held.at);
    claimed.delete(name);
  }

  async function wakeClaimed(group: GroupKey, at: Date): Promise<void> {
    try {
      await wake(group);
    } catch (error) {
      // What cannot be released is released before it is tried again.
      claimed.set(nameOf(group), { group, at });
      await release(nameOf(group)).catch(failed);
      throw error;
    }
  }

  async function look(): Promise<void> {
    const now = Math.floor(clock() / MINUTE_MS);
    // Of a clock that was set back, what comes next has not been looked at; nobody is woken twice for one minute.
    if (seen !== undefined && seen > now) seen = now - 1;
    const earliest = now - MAX_MINUTES_LATE;
    for (const minute of [...unfinished]) {
      unfinished.delete(minute);
      if (minute < earliest || minute > now) continue;
      await wakeDue(minute).catch((error: unknown) => {
        unfinished.add(minute);
        throw error;
      });
    }
    const from = Math.max((seen ?? 0) + 1, earliest);
    for (let minute = from; minute <= now; minute += 1) {
      await wakeDue(minute);
      seen = minute;
    }
  }

  function lookNext(): void {
    looking = look().catch(failed);
    timer = setTimeout(lookNext, MINUTE_MS - (clock() % MINUTE_MS)).unref();
  }

  return {
    look,
    start() {
      timer = setTimeout(lookNext, RUNNERS_RETURN_MS).unref();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

const nameOf = ({ tenant, site, groupId }: GroupKey) => `${tenant}/${site}/${groupId}`;
const twoDigits = (count: number) => String(count).padStart(2, '0');
/** Minutes of the local date and time, as if that were UTC. */
const localMinutes = (at: Date): number =>
  Date.UTC(at.getFullYear(), at.getMonth(), at.getDate(), at.getHours(), at.getMinutes()) / MINUTE_MS;

/** When the clock is set back, local times come twice: this answers the first of the two instants. */
const firstWithSameTime = (at: Date): Date =>
  new Date(at.getFullYear(), at.getMonth(), at.getDate(), at.getHours(), at.getMinutes());

/** The period of this minute. When the clock is set forward, those that it leaves out come first. */
function periodsOf(at: Date): WakePeriod[] {
  const now = localMinutes(at);
  const previous = localMinutes(new Date(at.getTime() - MINUTE_MS));
  const periods: WakePeriod[] = [];
  for (let minute = Math.min(previous + 1, now); minute <= now; minute += 1) {
    const local = new Date(minute * MINUTE_MS);
    const time = `${twoDigits(local.getUTCHours())}:${twoDigits(local.getUTCMinutes())}`;
    periods.push({ day: local.getUTCDay(), time });
  }
  return periods;
}
