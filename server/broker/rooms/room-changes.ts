/** Which rooms are another for their students after a change: how they are called, or who may write there. */
import { LIVE_ROOMS } from '#protocol/rest/live-room.ts';
import { SITE_SETTINGS_RESOURCE } from '#protocol/rest/site-settings.ts';
import type { BrokerChange } from '../broker-permissions.ts';
import type { RoomKey } from './room-member.ts';

/** Of these rooms, each once. Who is in a room is told to devices by the list of their rooms. */
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
