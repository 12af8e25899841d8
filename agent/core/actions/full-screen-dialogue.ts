/** Asks the student to share the whole screen instead of only the browser's pages. */

import { DONE } from '../outcome.ts';
import type { ActionDeps, DeviceActionContext, Handlers } from './action-context.ts';
import type { ActionOutcome } from './action-handlers.ts';

const GRANTED: ActionOutcome = { ok: true, fullScreen: 'FULL' };
const CANCELLED: ActionOutcome = { ok: false, code: 'cancelled', fullScreen: 'cancelled' };

/** A refusal stays in the device's state while its card is shown to the student. */
const DISPLAY_MS = 30_000;

export function createFullScreenDialogue({
  clock,
  state,
  change,
}: Pick<ActionDeps, 'clock' | 'state' | 'change'>) {
  let stopTelling = () => {};
  const askers = new Map<string, DeviceActionContext['reply']>();

  const decide = (granted: boolean) => {
    const asked = [...askers.values()];
    askers.clear();
    change({ fullScreen: granted ? 'FULL' : 'cancelled' });
    stopTelling();
    if (!granted)
      stopTelling = clock.after(DISPLAY_MS, () => {
        if (state().fullScreen === 'cancelled') change({ fullScreen: undefined });
      });
    for (const reply of asked) reply(granted ? GRANTED : CANCELLED);
  };

  const handlers: Handlers<'fullScreen'> = {
    fullScreen({ enabled }, { tutorId, reply }) {
      stopTelling();
      if (!enabled) {
        askers.clear();
        change({ fullScreen: undefined });
        return DONE;
      }
      if (state().fullScreen === 'FULL') return GRANTED;
      askers.set(tutorId, reply);
      change({ fullScreen: 'requested' });
      return { ok: true, fullScreen: 'requested' };
    },
  };

  return {
    handlers,
    stop: () => stopTelling(),
    /** Grants or withdraws the full screen. Returns false if it is neither requested nor granted. */
    decide(granted: boolean): boolean {
      const { fullScreen } = state();
      if (fullScreen !== 'requested' && (granted || fullScreen !== 'FULL')) return false;
      decide(granted);
      return true;
    },
  };
}
