/** Locking and unlocking: each takes the other one back. */
import type { DeviceCondition } from '#domain/devices/device-actions.ts';
import { deviceCommands } from '../../../live/live-connection.ts';
import { actionTitles } from '../messages.ts';
import type { Sending } from '../perform.ts';

/** `content`: rich text that went through the sanitiser, or nothing. */
export type LockScreen = { url: string } | { currentTab: true } | { content: string };

/** Only a browser knows which of its tabs is open now. */
export const isBrowser = ({ system }: DeviceCondition): boolean => system === 'browser';

/** How this tab locked last: devices do not say what they were locked with. */
let lastLock: LockScreen = { content: '' };

export function lockSending(what: LockScreen): Sending {
  return {
    action: 'lock',
    title: actionTitles.lock,
    ...('currentTab' in what && { only: isBrowser }),
    send(audience) {
      lastLock = what;
      return deviceCommands.lockStudentScreen(audience, what);
    },
    back: unlockSending,
  };
}

export const unlockSending = (): Sending => ({
  action: 'unlock',
  title: actionTitles.unlock,
  send: deviceCommands.unlockStudentScreen,
  back: () => lockSending(lastLock),
});
