/** Asks the student to share the whole screen instead of the browser's pages (STORE-17). */

import type { ActionDeps, DeviceActionContext, Handlers } from './action-context.ts';
import { type ActionOutcome, DONE } from './action-handlers.ts';

const GRANTED: ActionOutcome = { ok: true, fullScreen: 'FULL' };
const CANCELLED: ActionOutcome = { ok: false, code: 'cancelled', fullScreen: 'cancelled' };

export function createFullScreenDialogue({ state, change }: Pick<ActionDeps, 'state' | 'change'>) {
  const askers = new Map<string, DeviceActionContext['say']>();

  const decide = (granted: boolean) => {
    const asked = [...askers.values()];
    askers.clear();
    change({ fullScreen: granted ? 'FULL' : 'cancelled' });
    for (const say of asked) say(granted ? GRANTED : CANCELLED);
  };

  const handlers: Handlers<'fullScreen'> = {
    fullScreen({ enabled }, { tutorId, say }) {
      if (!enabled) {
        askers.clear();
        change({ fullScreen: undefined });
        return DONE;
      }
      if (state().fullScreen === 'FULL') return GRANTED;
      askers.set(tutorId, say);
      change({ fullScreen: 'requested' });
      return { ok: true, fullScreen: 'requested' };
    },
  };

  return {
    handlers,
    /** The student's answer; a granted full screen may be taken back. False: nothing is asked or shown. */
    decide(granted: boolean): boolean {
      const { fullScreen } = state();
      if (fullScreen !== 'requested' && (granted || fullScreen !== 'FULL')) return false;
      decide(granted);
      return true;
    },
  };
}
