/** The part of a device's state that its student sees. */
import type { DeviceState } from '../core/device-state.ts';
import { effectsOf } from '../core/effects.ts';
import type { StudentState } from './student-state.ts';

export type DeviceView = Pick<
  StudentState,
  | 'hiddenByPolicy'
  | 'shares'
  | 'remoteControl'
  | 'muted'
  | 'inputsBlocked'
  | 'lock'
  | 'poll'
  | 'nameRequested'
  | 'fullScreen'
  | 'refusedBroadcast'
  | 'rooms'
>;

export function deviceView(state: Readonly<DeviceState>): DeviceView {
  const { muted, inputsBlocked, lock } = effectsOf(state);
  return {
    hiddenByPolicy: state.policies.privacy,
    shares: state.shares,
    remoteControl: state.remoteControl,
    muted,
    inputsBlocked,
    lock,
    poll: state.poll,
    nameRequested: state.nameRequested,
    fullScreen: state.fullScreen,
    refusedBroadcast: state.refusedBroadcast,
    rooms: state.rooms,
  };
}
