/** The device to control from this tab. The code of remote control is loaded with the first one. */
import { createObservable } from '#protocol/observable.ts';
import type { ControlRequest } from './create-remote-control.ts';

/** Undefined: no device is controlled. Setting it to undefined ends the remote control. */
export const controlRequest = createObservable<ControlRequest | undefined>(undefined);
