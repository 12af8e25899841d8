/** Locking and unlocking; each is the undo of the other. */
import type { DeviceCondition } from '#domain/devices/device-actions.ts';
import { deviceCommands } from '#live/live-connection.ts';
import { actionTitles } from '../messages.ts';
import type { Sending } from '../perform.ts';

/** `content`: sanitised rich text, or an empty string. */
export type LockScreen = { url: string } | { currentTab: true } | { content: string };

/** Only a browser knows its current tab. */
export const isBrowser = ({ system }: DeviceCondition): boolean => system === 'browser';

/** The last lock sent from this tab: devices do not report the content of their lock. */
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
