/** What the cards of one screen share. Each screen that shows cards makes its own. */
import { createPolicyBoard } from '../policies/policy-board.ts';
import { createEventBells } from '../policy-events/event-bells.ts';
import { createCardSelection } from './selection/card-selection.ts';

/** `selected`: the keys of the cards that are selected from the beginning. */
export const createCardStores = (selected: readonly string[] = []) => ({
  ...createCardSelection(selected),
  policyBoard: createPolicyBoard(),
  eventBells: createEventBells(),
});

export type CardStores = ReturnType<typeof createCardStores>;
