/** What reaches the computer under the screen: sign-in, remote control, what it is made of. */

import type { ActionDeps, Handlers } from './action-context.ts';
import { type ActionOutcome, DONE, UNSUPPORTED } from './action-handlers.ts';

export function machineActions({
  machine,
  state,
  change,
}: Pick<ActionDeps, 'machine' | 'state' | 'change'>): Handlers<
  'login' | 'remoteControl' | 'stopRemoteControl' | 'updateDeviceInventory' | 'updateInvent'
> {
  const inventory = async (): Promise<ActionOutcome> =>
    machine === undefined ? UNSUPPORTED : { ok: true, ...(await machine.inventory()) };
  return {
    // The password goes no further than the sign-in itself.
    login({ username, domain }) {
      if (machine === undefined) return UNSUPPORTED;
      change({ login: { username, domain } });
      return DONE;
    },

    async remoteControl(_nothing, { tutorId }) {
      if (machine === undefined) return UNSUPPORTED;
      const own = { tutorId };
      const access = await machine.startRemoteControl(() => {
        if (state().remoteControl === own) change({ remoteControl: undefined });
      });
      if (access === undefined) return { ok: false, code: 'unavailable' };
      change({ remoteControl: own });
      return { ok: true, ...access };
    },

    // Whoever came after has made it theirs.
    stopRemoteControl(_nothing, { tutorId }) {
      if (state().remoteControl?.tutorId === tutorId) {
        machine?.stopRemoteControl();
        change({ remoteControl: undefined });
      }
      return DONE;
    },

    updateDeviceInventory: inventory,
    updateInvent: inventory,
  };
}
