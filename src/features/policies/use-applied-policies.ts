import { useContext, useEffect, useState } from 'react';
import type { AppliedPolicy } from '#protocol/rest/policy.ts';
import { boundedWork } from '../../rest/bounded-work.ts';
import type { readAppliedPolicies } from '../../rest/policies.ts';
import type { PolicyRecipient } from './policy-recipients.ts';
import { PolicyRest } from './policy-rest.ts';

export type RecipientPolicies = PolicyRecipient & { list: readonly AppliedPolicy[] };

export type AppliedPoliciesState =
  | { name: 'reading' }
  | { name: 'failed' }
  /** `unread`: names of those whose policies could not be read, where others could. */
  | { name: 'read'; recipients: readonly RecipientPolicies[]; unread: readonly string[] };

/** A browser has six connections to a host (HTTP/1.1): more reads at once would only wait. */
const MAX_AT_ONCE = 6;

async function readAll(
  recipients: readonly PolicyRecipient[],
  read: typeof readAppliedPolicies,
  signal: AbortSignal,
): Promise<AppliedPoliciesState> {
  const lists = await boundedWork(recipients, MAX_AT_ONCE, async (recipient) => {
    try {
      signal.throwIfAborted();
      return { ...recipient, list: await read(recipient.target, { signal }) };
    } catch (error) {
      if (!signal.aborted) console.warn('policies', recipient.target.id, error);
      return { ...recipient, list: undefined };
    }
  });
  const found = lists.flatMap(({ list, ...recipient }) => (list ? [{ ...recipient, list }] : []));
  if (found.length === 0 && recipients.length > 0) return { name: 'failed' };
  return {
    name: 'read',
    recipients: found,
    unread: lists.flatMap(({ list, name }) => (list === undefined ? [name] : [])),
  };
}

/** What is applied to each of them now, read anew: what is written later is made of it. `again` after a failure. */
export function useAppliedPolicies(recipients: readonly PolicyRecipient[]): {
  state: AppliedPoliciesState;
  again: () => void;
} {
  const { read } = useContext(PolicyRest);
  const [state, setState] = useState<AppliedPoliciesState>({ name: 'reading' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another read
  useEffect(() => {
    const stop = new AbortController();
    setState({ name: 'reading' });
    void readAll(recipients, read, stop.signal).then((next) => {
      if (!stop.signal.aborted) setState(next);
    });
    return () => stop.abort();
  }, [recipients, read, attempt]);
  return { state, again: () => setAttempt((count) => count + 1) };
}
