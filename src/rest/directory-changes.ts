import type { QueryClient } from '@tanstack/react-query';
import type { Notification } from '#protocol/notification.ts';
import { followGroups } from './device-groups.ts';
import { siteDevices } from './devices.ts';
import { followChanges } from './directory-list.ts';
import { siteUsers } from './users.ts';

/** Updates the lists of the whole site with the platform's change notifications. */
export async function followDirectory(client: QueryClient, changes: readonly Notification[]): Promise<void> {
  await Promise.all([
    followChanges(client, siteUsers, changes),
    followChanges(client, siteDevices, changes),
    followGroups(client, changes),
  ]);
}
