/** Finds the rooms whose name or writing rule changes for their students. */
import { LIVE_ROOMS } from '#protocol/rest/live-room.ts';
import { SITE_SETTINGS_RESOURCE } from '#protocol/rest/site-settings.ts';
import type { BrokerChange } from '../broker-permissions.ts';
import type { RoomKey } from './room-member.ts';

/** The affected ones of these rooms, each once. Devices receive changes of membership by other means. */
export function roomsChangedBy(change: BrokerChange, rooms: readonly RoomKey[]): RoomKey[] {
  const isName = change.resource === LIVE_ROOMS && change.reachUnchanged === true;
  if (!isName && change.resource !== SITE_SETTINGS_RESOURCE) return [];
  const concerned = rooms.filter(
    ({ tenant, site, roomId }) =>
      tenant === change.tenant &&
      (change.site === undefined || site === change.site) &&
      (!isName || change.id === undefined || roomId === change.id),
  );
  return [...new Map(concerned.map((room) => [`${room.site}/${room.roomId}`, room])).values()];
}
