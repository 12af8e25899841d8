/** Tutors' actions on the screen, the sound, the inputs and the open tabs and windows. */

import { isComputer } from '#domain/devices/device-type.ts';
import type { DeviceState } from '../device-state.ts';
import { DONE, UNSUPPORTED } from '../outcome.ts';
import type { ActionDeps, Handlers } from './action-context.ts';
import type { ActionOutcome } from './action-handlers.ts';
import { lockOf } from './lock.ts';

export function screenActions({
  screen,
  closer,
  profile,
  change,
}: Pick<ActionDeps, 'screen' | 'closer' | 'profile' | 'change'>): Handlers<
  | 'lock'
  | 'unlock'
  | 'mute'
  | 'unmute'
  | 'userInputs'
  | 'setAlias'
  | 'notification'
  | 'launch'
  | 'closeTabs'
  | 'closeApps'
  | 'focusTab'
  | 'focusApp'
> {
  const set = (next: Partial<DeviceState>): ActionOutcome => {
    change(next);
    return DONE;
  };
  return {
    lock: (wanted) => {
      const lock = lockOf(wanted);
      // Only an agent inside the browser knows the current tab.
      return lock.name === 'current-tab' && profile.type !== 'extension' ? UNSUPPORTED : set({ lock });
    },
    unlock: () => set({ lock: undefined }),
    mute: () => set({ muted: true }),
    unmute: () => set({ muted: false }),
    userInputs: ({ block }) => set({ inputsBlocked: block }),
    // An empty alias also removes the name that a tutor asked for; the person's own name returns.
    setAlias: ({ alias }) => set(alias === '' ? { alias: undefined, name: undefined } : { alias }),
    notification: (shown, { id }) => {
      screen.notify({ ...shown, id });
      return DONE;
    },
    launch: (wanted) => {
      if ('command' in wanted && !isComputer(profile.type)) return UNSUPPORTED;
      return screen.launch(wanted);
    },
    closeTabs: ({ tabIds }) => closer.closeTabs(tabIds),
    closeApps: ({ appIds }) => closer.closeApplications(appIds),
    focusTab: ({ tabId, tabUrl }) => screen.focusTab(tabId, tabUrl),
    focusApp: ({ appId }) => screen.focusApplication(appId),
  };
}
