/** Whether a ticket's holder may still use it, because access may end after a ticket was issued. */
import type { Sessions } from '#auth/sessions/sessions.ts';
import type { Permissions } from '#store/permissions/permissions.ts';
import type { SiteClients } from '#store/sites/site-clients.ts';
import type { PeerHolder } from './peer-tickets.ts';

/**
 * True: the session is live, and its tutor or client still belongs to the site. Rejects if the database does
 * not answer.
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
