/** What tutors do to the screen, the sound and the inputs, and to what is open on the screen. */

import type { DeviceState } from '../device-state.ts';
import type { ActionDeps, Handlers } from './action-context.ts';
import { type ActionOutcome, DONE, REFUSED, UNSUPPORTED } from './action-handlers.ts';
import { lockOf } from './lock.ts';

export function screenActions({
  screen,
  profile,
  change,
}: Pick<ActionDeps, 'screen' | 'profile' | 'change'>): Handlers<
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
  const closing = (closed: readonly string[] | undefined): ActionOutcome =>
    closed === undefined ? UNSUPPORTED : { ok: true, closed };
  return {
    lock: (wanted) => {
      const lock = lockOf(wanted);
      // Only an agent inside the browser knows the tab that is open now.
      return lock.name === 'current-tab' && profile.type !== 'extension' ? UNSUPPORTED : set({ lock });
    },
    unlock: () => set({ lock: undefined }),
    mute: () => set({ muted: true }),
    unmute: () => set({ muted: false }),
    userInputs: ({ block }) => set({ inputsBlocked: block }),
    // Without an alias it has the name of its person again, and not the one that was asked for.
    setAlias: ({ alias }) => set(alias === '' ? { alias: undefined, name: undefined } : { alias }),
    notification: (shown, { id }) => {
      screen.notify({ ...shown, id });
      return DONE;
    },
    launch: (wanted) => {
      if ('command' in wanted && profile.type !== 'windowsAgent') return UNSUPPORTED;
      return screen.launch(wanted) ? DONE : REFUSED;
    },
    closeTabs: ({ tabIds }) => closing(screen.closeTabs(tabIds)),
    closeApps: ({ appIds }) => closing(screen.closeApplications(appIds)),
    focusTab: ({ tabId, tabUrl }) => (screen.focusTab(tabId, tabUrl) ? DONE : REFUSED),
    focusApp: ({ appId }) => (screen.focusApplication(appId) ? DONE : REFUSED),
  };
}
