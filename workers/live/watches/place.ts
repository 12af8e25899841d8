/** A place is the scope of feedback: a group, or one client on its own. A string, so that it can be a key. */
import type { WatchRequest } from '#protocol/threads/live-worker.ts';
import type { Target } from '#protocol/topics.ts';

export type Watched = WatchRequest['of'];

/** Ids contain no `/`, so a client's place never equals a group's. */
const CLIENT = 'client/';

export const clientPlace = (clientId: string): string => `${CLIENT}${clientId}`;
export const isClientPlace = (place: string): boolean => place.startsWith(CLIENT);

export const placeOf = (of: Watched): string =>
  'groupId' in of ? of.groupId : clientPlace(of.client.clientId);

/** The target of the place's demands and patches. */
export const targetOf = (of: Watched): Target =>
  'groupId' in of ? { to: 'group', groupId: of.groupId } : { to: 'client', ...of.client };
