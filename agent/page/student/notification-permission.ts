/** Shows the browser's own notifications to a student who looks at another window. */
import { createObservable, type Observable } from '#protocol/observable.ts';

export type Permission = 'default' | 'granted' | 'denied' | 'unsupported';

/** The browser's permission to show notifications, and the request for it. */
export type AskNotifications = {
  permission: Observable<Permission>;
  ask: () => Promise<void>;
};

export function createNotificationPermission() {
  const now = (): Permission => ('Notification' in globalThis ? Notification.permission : 'unsupported');
  const permission = createObservable<Permission>(now());
  return {
    permission,
    /** Must be called from a click. */
    async ask(): Promise<void> {
      if (now() === 'unsupported') return;
      await Notification.requestPermission().catch(() => {});
      permission.set(now());
    },
    show(title: string, message: string): void {
      if (now() !== 'granted' || document.visibilityState === 'visible') return;
      try {
        new Notification(title || 'Lectern', { body: message, tag: 'lectern-student' });
      } catch {
        // Some browsers allow notifications from a service worker only. The page shows the notice anyway.
      }
    },
  };
}
