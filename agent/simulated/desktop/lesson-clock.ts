/** The student's lesson time. It stops under a lock, because programs do not change by themselves. */
import type { Clock } from '#protocol/clock.ts';
import { type DeviceState, shownLock } from '../../core/device-state.ts';

export function createLessonClock(clock: Pick<Clock, 'now'>) {
  let lostMs = 0;
  let stoppedAt: number | undefined;
  return {
    /** Returns epoch milliseconds without the stopped time. */
    now: () => (stoppedAt ?? clock.now()) - lostMs,
    runs: () => stoppedAt === undefined,
    /** Stops or restarts the time. Returns true if that changed. */
    follow(state: Readonly<DeviceState>): boolean {
      const isRunning = shownLock(state) === undefined && !state.inputsBlocked;
      if (isRunning === (stoppedAt === undefined)) return false;
      if (stoppedAt !== undefined) lostMs += clock.now() - stoppedAt;
      stoppedAt = isRunning ? undefined : clock.now();
      return true;
    },
  };
}
