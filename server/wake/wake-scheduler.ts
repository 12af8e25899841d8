/**
 * Wakes groups at their scheduled times, in the server's time zone (`TZ`). A time that summer time skips is
 * due in the first minute after it; a repeated time is due at its first occurrence.
 */
import type { EpochMs } from '#protocol/clock.ts';
import type { WakePeriod, WakeSchedules } from '#store/wake/wake-schedules.ts';

type GroupKey = Awaited<ReturnType<WakeSchedules['due']>>[number];

export type WakeSchedulerDeps = {
  schedules: WakeSchedules;
  /** Requests the site's runners. */
  wake(group: GroupKey): Promise<void>;
  clock(): EpochMs;
  failed(error: unknown): void;
};

export type WakeScheduler = {
  /** Wakes groups that are due now or were missed in the last minutes; each group once per minute. */
  check(): Promise<void>;
  /** Checks once the runners have had time to reconnect, and then at the beginning of every minute. */
  start(): void;
  /** Resolves when a running check is done. */
  stop(): Promise<void>;
};

const MINUTE_MS = 60_000;
/** A restarted platform catches up on missed minutes; one that was off for the night does not. */
const MAX_MINUTES_LATE = 5;
/** A runner tries to reconnect every 6 s. */
const DELAY_MS = 10_000;

export function createWakeScheduler({ schedules, wake, clock, failed }: WakeSchedulerDeps): WakeScheduler {
  /** The last checked minute since the epoch. */
  let seen: number | undefined;
  /** Minutes in which a group could not be woken. */
  const unfinished = new Set<number>();
  /** Groups with a claimed minute that were not woken. */
  const claimed = new Map<string, { group: GroupKey; at: Date }>();
  let timer: NodeJS.Timeout | undefined;
  let checking = Promise.resolve();
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
          // A failure of one group must not stop the others.
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
      // If this fails too, it is repeated before the next attempt, as claiming again would fail.
      claimed.set(nameOf(group), { group, at });
      await release(nameOf(group)).catch(failed);
      throw error;
    }
  }

  async function check(): Promise<void> {
    const now = Math.floor(clock() / MINUTE_MS);
    // If the clock was set back, the coming minutes are checked again; claims prevent a second wake-up.
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

  function checkNext(): void {
    checking = check().catch(failed);
    timer = setTimeout(checkNext, MINUTE_MS - (clock() % MINUTE_MS)).unref();
  }

  return {
    check,
    start() {
      timer = setTimeout(checkNext, DELAY_MS).unref();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await checking;
    },
  };
}

const nameOf = ({ tenant, site, groupId }: GroupKey) => `${tenant}/${site}/${groupId}`;
const twoDigits = (count: number) => String(count).padStart(2, '0');
/** The local date and time in minutes, as if it were UTC. */
const localMinutes = (at: Date): number =>
  Date.UTC(at.getFullYear(), at.getMonth(), at.getDate(), at.getHours(), at.getMinutes()) / MINUTE_MS;

/** When the clock is set back, local times occur twice: returns the first of the two instants. */
const firstWithSameTime = (at: Date): Date =>
  new Date(at.getFullYear(), at.getMonth(), at.getDate(), at.getHours(), at.getMinutes());

/** The period of this minute. When the clock was set forward, the skipped periods come first. */
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
