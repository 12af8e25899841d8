/** Change notifications of the platform, collected for 1 s before they are sent to the tabs. */
import { TIMING } from '#domain/timing.ts';
import type { Clock } from '#protocol/clock.ts';
import type { Notification } from '#protocol/notification.ts';

export function createNotificationFeed(deps: {
  clock: Clock;
  onNotifications(notifications: readonly Notification[]): void;
}) {
  /** Newest wins per resource and id, because tabs refetch rather than replay. */
  const pending = new Map<string, Notification>();
  let stop: (() => void) | undefined;

  return {
    add(notification: Notification) {
      pending.set(`${notification.resource} ${notification.id ?? ''}`, notification);
      stop ??= deps.clock.after(TIMING.notificationDebounceMs, () => {
        stop = undefined;
        const collected = [...pending.values()];
        pending.clear();
        deps.onNotifications(collected);
      });
    },
    clear() {
      stop?.();
      stop = undefined;
      pending.clear();
    },
  };
}
