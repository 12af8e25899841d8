/** The computers of the group that are off, as last determined by the devices tab. */

import type { ActionTarget } from '#features/action-bar/action-target.ts';
import { createObservable, type Settable } from '#protocol/observable.ts';

/** Undefined while it is unknown which computers are off. */
export const createAwayTargets = (): Settable<readonly ActionTarget[] | undefined> =>
  createObservable<readonly ActionTarget[] | undefined>(undefined);
