/** The student's own time: it stands while the student can do nothing, because programs do not change by themselves. */
import type { Clock } from '#protocol/clock.ts';
import { type DeviceState, shownLock } from '../../core/device-state.ts';

export function createLessonClock(clock: Pick<Clock, 'now'>) {
  let lostMs = 0;
  let stoppedAt: number | undefined;
  return {
    /** Epoch ms, less the time that stood still. */
    now: () => (stoppedAt ?? clock.now()) - lostMs,
    runs: () => stoppedAt === undefined,
    /** Whether it stands from now on, or runs again. */
    follow(state: Readonly<DeviceState>): boolean {
      const isRunning = shownLock(state) === undefined && !state.inputsBlocked;
      if (isRunning === (stoppedAt === undefined)) return false;
      if (stoppedAt !== undefined) lostMs += clock.now() - stoppedAt;
      stoppedAt = isRunning ? undefined : clock.now();
      return true;
    },
  };
}
