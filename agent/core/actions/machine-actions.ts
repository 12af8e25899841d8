/** Actions on the computer itself: sign-in, remote control and inventory. */

import { DONE, UNAVAILABLE, UNSUPPORTED } from '../outcome.ts';
import type { ActionDeps, Handlers } from './action-context.ts';
import type { ActionOutcome } from './action-handlers.ts';

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
    async login(account) {
      if (machine === undefined) return UNSUPPORTED;
      const outcome = await machine.signIn(account);
      const { username, domain } = account;
      if (outcome.ok) change({ login: { username, domain } });
      return outcome;
    },

    async remoteControl({ tutorName }, { id: sessionId, tutorId }) {
      if (machine === undefined) return UNSUPPORTED;
      if (screen.privacy()) return UNAVAILABLE;
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
      return UNAVAILABLE;
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
