/** Link targets of events: existing resources that this tutor may open. */
import { devicePath, userPath } from '#domain/devices/device-path.ts';
import type { ResourceLog } from '#protocol/rest/event-log.ts';
import type { UserLog } from '#protocol/rest/user-log.ts';

/** `groupIds`: the groups visible to the tutor. A group maintainer sees everyone on the site. */
export type Reach = { groupIds: ReadonlySet<string>; isMaintainer: boolean };

export function studentPath(
  log: Pick<UserLog, 'userId' | 'clientId' | 'authType' | 'userGroupIds' | 'isPersonKnown' | 'deviceName'>,
  { groupIds, isMaintainer }: Reach,
): string | undefined {
  if (log.isPersonKnown !== true) return undefined;
  const { userId, authType } = log;
  const clientId = log.deviceName == null ? undefined : (log.clientId ?? undefined);
  const search = { tab: 'Alerts' } as const;
  if (isMaintainer && clientId !== undefined) return devicePath({ authType, userId, clientId, search });
  const groupId = log.userGroupIds.find((id) => groupIds.has(id));
  if (groupId !== undefined && clientId !== undefined)
    return devicePath({ authType, userId, clientId, groupId, search });
  // Without a device, only people in the directory have a screen.
  return isMaintainer && authType === 'user'
    ? `${userPath({ userId, clientId: undefined, deviceManagementId: undefined })}?tab=Alerts`
    : undefined;
}

export const groupPath = (groupId: string | null, { groupIds }: Reach): string | undefined =>
  groupId !== null && groupIds.has(groupId) ? `/group/${encodeURIComponent(groupId)}` : undefined;

export function resourcePath(
  { resourceType, resourceId, resourceName }: ResourceLog,
  reach: Reach,
): string | undefined {
  if (resourceId === null || resourceName === null) return undefined;
  switch (resourceType) {
    case 'groups':
    case 'userlogs':
      return groupPath(resourceId, reach);
    case 'users':
      return reach.isMaintainer
        ? userPath({ userId: resourceId, clientId: undefined, deviceManagementId: undefined })
        : undefined;
    case 'policies':
      return '/policies/catalogue';
    case 'devices':
      return reach.isMaintainer ? '/clients' : undefined;
    default:
      return undefined;
  }
}
