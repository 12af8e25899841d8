import type { ShareSession } from '#peer/share/share-sessions.ts';
import type { ActionContext } from '../action-bar/action-entry.ts';

type Shared = Pick<ShareSession, 'id' | 'audience' | 'sharer'>;

/** The share sessions of these devices: those of this tab, and others that the devices report. */
export function sharesOf(
  { place, targets }: ActionContext,
  sessions: readonly Shared[],
): { own: readonly string[]; foreign: readonly string[] } {
  const reportedIds = new Set(targets.flatMap(({ shareSessionIds }) => shareSessionIds ?? []));
  const clientIds = new Set(targets.flatMap(({ recipient }) => recipient?.clientId ?? []));
  const concerns = ({ id, audience, sharer }: Shared): boolean =>
    reportedIds.has(id) ||
    (sharer !== undefined && clientIds.has(sharer.clientId)) ||
    ('clients' in audience && audience.clients.some(({ clientId }) => clientIds.has(clientId))) ||
    ('groupId' in audience && place.kind === 'group' && audience.groupId === place.groupId);
  const known = new Set(sessions.map(({ id }) => id));
  return {
    own: sessions.filter(concerns).map(({ id }) => id),
    foreign: [...reportedIds].filter((id) => !known.has(id)),
  };
}
