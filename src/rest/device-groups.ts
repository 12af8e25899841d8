/** The groups of each device in the site's list, updated when the platform reports changed groups. */
import type { QueryClient } from '@tanstack/react-query';
import { isAppError } from '#protocol/app-error.ts';
import type { Notification } from '#protocol/notification.ts';
import type { SiteDevice } from '#protocol/rest/device.ts';
import { groupMemberSchema } from '#protocol/rest/group-member.ts';
import { siteDevicesQuery } from './devices.ts';
import { changeDirectoryList, isLeftOld, readListAgain } from './directory-list.ts';
import { getPaged } from './http.ts';

/** Adds or removes the group in each row, depending on whether `members` contains the device. */
export function withGroup(
  rows: readonly SiteDevice[],
  groupId: string,
  members: ReadonlySet<string>,
): readonly SiteDevice[] {
  return rows.map((row) => {
    const isMember = members.has(row.id);
    if (row.groups.includes(groupId) === isMember) return row;
    const groups = isMember ? [...row.groups, groupId] : row.groups.filter((id) => id !== groupId);
    return { ...row, groups };
  });
}

/** Ids of the members that are devices; empty if the group no longer exists. */
async function deviceMembers(groupId: string): Promise<ReadonlySet<string>> {
  try {
    const path = `/groups/${encodeURIComponent(groupId)}/members`;
    const members = await getPaged(path, groupMemberSchema);
    return new Set(members.flatMap(({ kind, id }) => (kind === 'device' ? [id] : [])));
  } catch (error) {
    if (isAppError(error) && error.code === 'not-found') return new Set();
    throw error;
  }
}

/** Reads the members of the reported groups while the list of devices is shown. */
export async function followGroups(client: QueryClient, changes: readonly Notification[]): Promise<void> {
  const { queryKey } = siteDevicesQuery();
  const query = client.getQueryCache().find({ queryKey, exact: true });
  const ids = new Set(changes.flatMap(({ resource, id }) => (resource === 'groups' && id ? [id] : [])));
  if (query?.state.data === undefined || ids.size === 0) return;
  if (query.isActive() && query.state.fetchStatus === 'fetching') await query.promise?.catch(() => {});
  if (!query.isActive() || isLeftOld(query)) {
    await readListAgain(client, 'devices');
    return;
  }
  for (const id of ids) {
    const members = await deviceMembers(id).catch(() => undefined);
    if (members === undefined) {
      await readListAgain(client, 'devices');
      return;
    }
    changeDirectoryList<SiteDevice>(client, 'devices', (rows) => withGroup(rows, id, members));
  }
}
