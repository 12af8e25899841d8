import type { Audience, Recipient } from '#protocol/threads/live-action.ts';
import type { ActionPlace, ActionTarget } from './action-target.ts';

/** One message where every device of the group is meant, else one for each. */
export function audienceOf(
  place: ActionPlace,
  meant: readonly (ActionTarget & { recipient: Recipient })[],
): Audience {
  return place.kind === 'group' && place.isWhole(meant)
    ? { groupId: place.groupId }
    : { clients: meant.map(({ recipient }) => recipient) };
}
