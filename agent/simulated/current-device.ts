/** The state and the actions of a simulated device, with defaults while it is off. */
import type { Device } from '../core/device.ts';
import { FRESH_STATE } from '../core/device-state.ts';

/** `device` returns undefined while the simulated device is off. */
export function createCurrentDevice(device: () => Device | undefined) {
  const state = () => device()?.state() ?? FRESH_STATE;
  return {
    online: () => device()?.session().name === 'online',
    clientId: () => device()?.identity()?.clientId,
    identity: () => device()?.identity(),
    state,
    locked: () => state().lock !== undefined,
    muted: () => state().muted,
    inputsBlocked: () => state().inputsBlocked,
    alias: () => state().alias,
    answerPoll: (answer: string) => device()?.answerPoll(answer) ?? false,
    giveName: (name: string) => device()?.giveName(name) ?? false,
    decideFullScreen: (granted: boolean) => device()?.decideFullScreen(granted) ?? false,
    abortPower: () => device()?.abortPower() ?? false,
    leaveRoom: (roomId: string) => device()?.leaveRoom(roomId) ?? false,
    sendInRoom: (roomId: string, text: string) => device()?.sendInRoom(roomId, text) ?? false,
    demands: () => device()?.demands() ?? 0,
  };
}
