/** Actions without a dialog: pressing the button performs them. */
import {
  mdiCardAccountDetailsOutline,
  mdiFullscreen,
  mdiFullscreenExit,
  mdiKeyboardOffOutline,
  mdiKeyboardOutline,
  mdiLockOpenVariantOutline,
  mdiVolumeHigh,
  mdiVolumeOff,
} from '@mdi/js';
import { type DeviceAction, OPPOSITE_ACTION } from '#domain/devices/device-actions.ts';
import type { ActionRun } from '#live/action-run.ts';
import { deviceCommands } from '#live/live-connection.ts';
import type { Audience } from '#protocol/threads/live-action.ts';
import type { ActionEntry } from './action-entry.ts';
import { unlockSending } from './lock/lock-sending.ts';
import { actionTitles } from './messages.ts';
import { performAction, type Sending } from './perform.ts';

const SEND = {
  mute: (audience) => deviceCommands.mute(audience, true),
  unmute: (audience) => deviceCommands.mute(audience, false),
  blockInputs: (audience) => deviceCommands.userInputs(audience, true),
  allowInputs: (audience) => deviceCommands.userInputs(audience, false),
  fullScreen: (audience) => deviceCommands.fullScreen(audience, true),
  endFullScreen: (audience) => deviceCommands.fullScreen(audience, false),
  requestName: deviceCommands.requestName,
} as const satisfies Partial<Record<DeviceAction, (audience: Audience) => ActionRun>>;

type AtOnce = keyof typeof SEND;
const isAtOnce = (action: DeviceAction | undefined): action is AtOnce =>
  action !== undefined && Object.hasOwn(SEND, action);

function sendingOf(action: AtOnce): Sending {
  const back = OPPOSITE_ACTION[action];
  return {
    action,
    title: actionTitles[action],
    send: SEND[action],
    ...(isAtOnce(back) && { back: () => sendingOf(back) }),
  };
}

const entry = (icon: string, sending: () => Sending): ActionEntry => {
  const { action, title } = sending();
  return { action, icon, title, perform: (context) => performAction(sending(), context) };
};

export const atOnceEntries: readonly ActionEntry[] = [
  entry(mdiLockOpenVariantOutline, unlockSending),
  entry(mdiVolumeOff, () => sendingOf('mute')),
  entry(mdiVolumeHigh, () => sendingOf('unmute')),
  entry(mdiKeyboardOffOutline, () => sendingOf('blockInputs')),
  entry(mdiKeyboardOutline, () => sendingOf('allowInputs')),
  entry(mdiFullscreen, () => sendingOf('fullScreen')),
  entry(mdiFullscreenExit, () => sendingOf('endFullScreen')),
  entry(mdiCardAccountDetailsOutline, () => sendingOf('requestName')),
];
