import type { Notification } from '#protocol/notification.ts';
import { liveConnection } from './live-connection.ts';

/** Calls with the changes that the platform announced, collected for 1 s; returns the stop. */
export function onNotifications(call: (notifications: readonly Notification[]) => void): () => void {
  return liveConnection.onNotifications(call);
}
