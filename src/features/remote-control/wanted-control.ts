/** The device that a tutor wants to control from this tab. What controls it is loaded with the first one. */
import { createObservable } from '#protocol/observable.ts';
import type { Wanted } from './create-remote-control.ts';

/** Undefined: none, and none is controlled. Whoever sets it to undefined ends the remote control. */
export const wantedControl = createObservable<Wanted | undefined>(undefined);
