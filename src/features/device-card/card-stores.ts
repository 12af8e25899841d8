/** The stores that the cards of one screen share. Each screen with cards creates its own. */
import { createPolicyBoard } from '../policies/policy-board.ts';
import { createEventBells } from '../policy-events/event-bells.ts';
import { createCardSelection } from './selection/card-selection.ts';

/** `selected`: the keys of the initially selected cards. */
export const createCardStores = (selected: readonly string[] = []) => ({
  ...createCardSelection(selected),
  policyBoard: createPolicyBoard(),
  eventBells: createEventBells(),
});

export type CardStores = ReturnType<typeof createCardStores>;
