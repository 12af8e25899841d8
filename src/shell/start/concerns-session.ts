import type { Notification } from '#protocol/notification.ts';

/** Whether a change can have given the tutor other roles on their site, or the site another name. */
export function concernsSession(
  { resource, id, change }: Notification,
  { userId, siteId }: { userId: string; siteId?: string | undefined },
): boolean {
  switch (resource) {
    // Many at once, such as an import's, come without an id.
    case 'rolelinks':
      return id === undefined || id === userId;
    case 'tutors':
      return change === 'deleted' && id === userId;
    case 'sites':
      return id === siteId;
    // Roles may be given for a tag.
    case 'taglinks':
    case 'roles':
      return true;
    case 'tags':
      return change === 'deleted';
    default:
      return false;
  }
}
