/** Whether who got a ticket may still use it: tickets are kept for a moment, and much can end in a moment. */
import type { Sessions } from '../auth/sessions/sessions.ts';
import type { Permissions } from '../store/permissions/permissions.ts';
import type { SiteClients } from '../store/sites/site-clients.ts';
import type { PeerHolder } from './peer-tickets.ts';

/**
 * The sign-in goes on, and the tutor or client behind it is still of the site. Rejects where the database does not
 * answer.
 */
export type PeerPresence = (holder: PeerHolder) => Promise<boolean>;

export function createPeerPresence(deps: {
  sessions: Pick<Sessions, 'isLive'>;
  clients: SiteClients;
  permissions: Pick<Permissions, 'rolesOfTutor'>;
}): PeerPresence {
  return async ({ kind, tenant, site, id, session }) => {
    if (!(await deps.sessions.isLive(tenant, session))) return false;
    return kind === 'device'
      ? deps.clients.has({ tenant, site, clientId: id })
      : (await deps.permissions.rolesOfTutor({ tenant, site, tutorId: id })) !== undefined;
  };
}
