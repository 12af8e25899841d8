/** The single notice that a drawn desktop shows for a while: a tutor's message, or a transfer of files. */
import type { Clock } from '#protocol/clock.ts';
import type { DeviceState } from '../../core/device-state.ts';
import { DISPLAY_MS, type Toast, transferToast } from './toast.ts';

type Transfers = DeviceState['transfers'];

export function createToasts(clock: Clock) {
  let newest: Toast | undefined;
  const shown = () => (newest && clock.now() - newest.shownAt < DISPLAY_MS ? newest : undefined);
  return {
    shown,
    notify(notification: { title: string; message: string }): void {
      newest = { kind: 'message', ...notification, shownAt: clock.now() };
    },
    /** Shows the newest transfer that was requested or has ended. */
    followTransfers(before: Transfers, next: Transfers): void {
      const changed = next.findLast(
        ({ id, ending }) => !before.some((other) => other.id === id && other.ending === ending),
      );
      if (changed) newest = transferToast(changed, clock.now());
    },
    /** Returns the tutor's message while the student sees it. */
    notification(): { title: string; message: string } | undefined {
      const toast = shown();
      return toast?.kind === 'message' ? { title: toast.title, message: toast.message } : undefined;
    },
  };
}
