/** The computers of the group that are off, as last determined by the devices tab. */
import { createObservable, type Settable } from '#protocol/observable.ts';
import type { ActionTarget } from '../../features/action-bar/action-target.ts';

/** Undefined while it is unknown which computers are off. */
export const createAwayTargets = (): Settable<readonly ActionTarget[] | undefined> =>
  createObservable<readonly ActionTarget[] | undefined>(undefined);
