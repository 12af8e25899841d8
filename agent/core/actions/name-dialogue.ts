/** Asks the student for a name. */

import { DONE } from '../outcome.ts';
import type { ActionDeps, DeviceActionContext, Handlers } from './action-context.ts';
import type { ActionOutcome } from './action-handlers.ts';

const MAX_NAME_LENGTH = 255;

export function createNameDialogue({ change }: Pick<ActionDeps, 'change'>) {
  /** The questions, by tutor: several tutors may ask, and the student answers once. */
  const askers = new Map<string, DeviceActionContext['reply']>();

  const handlers: Handlers<'requestName'> = {
    requestName(_nothing, { tutorId, reply }): ActionOutcome {
      askers.set(tutorId, reply);
      change({ nameRequested: true });
      return DONE;
    },
  };

  return {
    handlers,
    /** Returns false if no tutor has asked or the name is empty. */
    give(text: string): boolean {
      const name = text.trim().slice(0, MAX_NAME_LENGTH);
      if (askers.size === 0 || name === '') return false;
      const asked = [...askers.values()];
      askers.clear();
      change({ nameRequested: false, name });
      for (const reply of asked) reply({ ok: true, name });
      return true;
    },
  };
}
