/** The computers of the group that are off, as the tab with the devices has found them out last. */
import { createObservable, type Settable } from '#protocol/observable.ts';
import type { ActionTarget } from '../../features/action-bar/action-target.ts';

/** Undefined: it is not known which computers are off. */
export const createAwayTargets = (): Settable<readonly ActionTarget[] | undefined> =>
  createObservable<readonly ActionTarget[] | undefined>(undefined);
