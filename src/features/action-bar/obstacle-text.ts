/** Whether a button can be pressed, and its explanation. */
import type { Availability, DeviceAction, Obstacle } from '#domain/devices/device-actions.ts';
import type { ActionPlace } from './action-target.ts';
import { m, nothingToDo, unsupportedText } from './messages.ts';

export type ButtonState = {
  canPress: boolean;
  /** Why the button cannot be pressed, or a note that some devices are left out. */
  text: string | undefined;
};

function reason(action: DeviceAction, why: Obstacle, place: ActionPlace) {
  const isOne = place.kind === 'device';
  switch (why) {
    case 'empty':
      return m.nothingSelected;
    case 'unsupported':
      return unsupportedText(place);
    case 'several':
      return m.severalSelected;
    case 'offline':
      if (action === 'wake') return isOne ? m.deviceOn : m.noneOff;
      return isOne ? m.deviceOffline : m.noneOnline;
    case 'policy':
      return action === 'unlock' ? m.lockedByPolicy : m.mutedByPolicy;
    case 'done':
      return nothingToDo[action]?.[isOne ? 'one' : 'many'];
  }
}

export function buttonState(action: DeviceAction, available: Availability, place: ActionPlace): ButtonState {
  if (!available.can) return { canPress: false, text: reason(action, available.why, place) };
  return { canPress: true, text: available.partly ? unsupportedText(place) : undefined };
}
