/**
 * A pending consent request to a directory's administrator, and its answer. Stored in local storage, because
 * the answer arrives in another window. At most one at a time.
 */
import * as v from 'valibot';
import { type ConsentAnswer, consentAnswerSchema } from '#protocol/rest/integration.ts';
import { storedText, storedValue } from '#protocol/storage/stored-value.ts';

const STATE_KEY = 'lectern.consentState';
const ANSWER_KEY = 'lectern.consentAnswer';

export type ConsentRequests = ReturnType<typeof createConsentRequests>;

export function createConsentRequests(deps: { storage: () => Storage }) {
  const pending = storedText(deps.storage, STATE_KEY);
  const answer = storedValue(deps.storage, ANSWER_KEY, consentAnswerSchema);
  const forget = () => {
    pending.set(undefined);
    answer.set(undefined);
  };
  return {
    /** Returns false if the storage has no room for the request. */
    begin(state: string): boolean {
      forget();
      return pending.set(state);
    },
    /**
     * `fragment`: the hash of the return address. Undefined if no request waits for this answer, or if the
     * storage has no room for it.
     */
    answer(fragment: string): ConsentAnswer | undefined {
      const fields = Object.fromEntries(new URLSearchParams(fragment.replace(/^#/, '')));
      const parsed = v.safeParse(consentAnswerSchema, fields);
      if (!parsed.success || parsed.output.state !== pending.get()) return undefined;
      return answer.set(parsed.output) ? parsed.output : undefined;
    },
    /** Returns the answer and deletes it. */
    take(state: string): ConsentAnswer | undefined {
      const stored = answer.get();
      if (stored?.state !== state) return undefined;
      forget();
      return stored;
    },
    /** Cancels the pending request. */
    forget,
  };
}

export const consentRequests = createConsentRequests({ storage: () => localStorage });
