/** Actions on the computer itself: sign-in, remote control and inventory. */

import type { ActionDeps, Handlers } from './action-context.ts';
import { type ActionOutcome, DONE, UNSUPPORTED } from './action-handlers.ts';

export function machineActions({
  machine,
  screen,
  state,
  change,
}: Pick<ActionDeps, 'machine' | 'screen' | 'state' | 'change'>): Handlers<
  'login' | 'remoteControl' | 'stopRemoteControl' | 'updateDeviceInventory' | 'updateInvent'
> {
  const inventory = async (): Promise<ActionOutcome> =>
    machine === undefined ? UNSUPPORTED : { ok: true, ...(await machine.inventory()) };
  return {
    // The password is not used any further and not stored.
    login({ username, domain }) {
      if (machine === undefined) return UNSUPPORTED;
      change({ login: { username, domain } });
      return DONE;
    },

    async remoteControl({ tutorName }, { id: sessionId, tutorId }) {
      if (machine === undefined) return UNSUPPORTED;
      if (screen.privacy()) return { ok: false, code: 'unavailable' };
      const own = { tutorId, sessionId, ...(tutorName !== undefined && { tutorName }) };
      const isOwn = () => state().remoteControl === own;
      const ended = () => {
        if (isOwn()) change({ remoteControl: undefined });
      };
      // The session is in the state before it starts, so that it can be stopped meanwhile.
      change({ remoteControl: own });
      const access = await machine.startRemoteControl(ended);
      if (access !== undefined && isOwn()) return { ok: true, ...access };
      ended();
      if (access !== undefined && state().remoteControl === undefined) machine.stopRemoteControl();
      return { ok: false, code: 'unavailable' };
    },

    // Ends only the named session, because another tutor or page may have taken over.
    stopRemoteControl({ sessionId }, { tutorId }) {
      const now = state().remoteControl;
      if (now?.tutorId === tutorId && (sessionId === undefined || sessionId === now.sessionId)) {
        machine?.stopRemoteControl();
        change({ remoteControl: undefined });
      }
      return DONE;
    },

    updateDeviceInventory: inventory,
    updateInvent: inventory,
  };
}
