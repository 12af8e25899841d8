import type { Notification } from '#protocol/notification.ts';

/** Whether a change may have given the tutor other roles on their site, or the site another name. */
export function concernsSession(
  { resource, id, change }: Notification,
  { userId, siteId }: { userId: string; siteId?: string | undefined },
): boolean {
  switch (resource) {
    // Bulk changes, such as an import, have no id.
    case 'rolelinks':
      return id === undefined || id === userId;
    case 'tutors':
      return change === 'deleted' && id === userId;
    case 'sites':
      return id === siteId;
    // Roles may be assigned through a tag.
    case 'taglinks':
    case 'roles':
      return true;
    case 'tags':
      return change === 'deleted';
    default:
      return false;
  }
}
