/** Where feedback belongs: a group, or one client by itself. One text, so that it can be a key. */
import type { WatchRequest } from '#protocol/threads/live-worker.ts';
import type { Target } from '#protocol/topics.ts';

export type Watched = WatchRequest['of'];

/** Ids hold no `/`: a client's place is no group's. */
const CLIENT = 'client/';

export const clientPlace = (clientId: string): string => `${CLIENT}${clientId}`;
export const isClientPlace = (place: string): boolean => place.startsWith(CLIENT);

export const placeOf = (of: Watched): string =>
  'groupId' in of ? of.groupId : clientPlace(of.client.clientId);

/** To whom its demands and patches go. */
export const targetOf = (of: Watched): Target =>
  'groupId' in of ? { to: 'group', groupId: of.groupId } : { to: 'client', ...of.client };
