/**
 * A pending consent request to a directory's administrator, and its answer. Stored in local storage, because
 * the answer arrives in another window. At most one at a time.
 */
import * as v from 'valibot';
import { type ConsentAnswer, consentAnswerSchema } from '#protocol/rest/integration.ts';

const STATE_KEY = 'lectern.consentState';
const ANSWER_KEY = 'lectern.consentAnswer';

export type ConsentRequests = ReturnType<typeof createConsentRequests>;

export function createConsentRequests(deps: { storage: () => Storage }) {
  const forget = () => {
    deps.storage().removeItem(STATE_KEY);
    deps.storage().removeItem(ANSWER_KEY);
  };
  return {
    begin(state: string): void {
      forget();
      deps.storage().setItem(STATE_KEY, state);
    },
    /** `fragment`: the hash of the return address. Undefined if no request waits for this answer. */
    answer(fragment: string): ConsentAnswer | undefined {
      const fields = Object.fromEntries(new URLSearchParams(fragment.replace(/^#/, '')));
      const parsed = v.safeParse(consentAnswerSchema, fields);
      if (!parsed.success || parsed.output.state !== deps.storage().getItem(STATE_KEY)) return undefined;
      deps.storage().setItem(ANSWER_KEY, JSON.stringify(parsed.output));
      return parsed.output;
    },
    /** Returns the answer and deletes it. */
    take(state: string): ConsentAnswer | undefined {
      try {
        const stored = JSON.parse(deps.storage().getItem(ANSWER_KEY) ?? 'null');
        const parsed = v.safeParse(consentAnswerSchema, stored);
        if (!parsed.success || parsed.output.state !== state) return undefined;
        forget();
        return parsed.output;
      } catch {
        return undefined;
      }
    },
    /** Cancels the pending request. */
    forget,
  };
}

export const consentRequests = createConsentRequests({ storage: () => localStorage });
