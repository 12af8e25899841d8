import { useContext, useEffect, useState } from 'react';
import { boundedWork } from '#domain/semaphore.ts';
import { type AppliedPolicy, MAX_POLICY_RECIPIENTS } from '#protocol/rest/policy.ts';
import type { RecipientTarget } from '#rest/policies.ts';
import { targetKey } from './policy-changes.ts';
import type { PolicyRecipient } from './policy-recipients.ts';
import { PolicyRest } from './policy-rest.ts';
import { inParts } from './recipient-parts.ts';

export type ReadRecipient = PolicyRecipient & { list: readonly AppliedPolicy[] };

export type AppliedPoliciesState =
  /** `done`: the number of recipients fetched so far. */
  | { name: 'reading'; done: number }
  | { name: 'failed' }
  /** `unread`: the names of recipients whose policies could not be fetched, if others could. */
  | { name: 'read'; recipients: readonly ReadRecipient[]; unread: readonly string[] };

/** The next part is requested while the platform answers the current one. */
const CONCURRENCY = 2;

type Reads = { read: PolicyRead['read']; readMany: PolicyRead['readMany'] };
type PolicyRead = React.ContextType<typeof PolicyRest>;
type Lists = ReadonlyMap<string, readonly AppliedPolicy[]>;

/** Keyed by `targetKey`. A group requires a request of its own. */
async function readPart(
  part: readonly PolicyRecipient[],
  { read, readMany }: Reads,
  signal: AbortSignal,
): Promise<Lists> {
  const [first] = part;
  if (first?.target.kind === 'groups')
    return new Map([[targetKey(first.target), await read(first.target, { signal })]]);
  const targets = part.map(({ target }) => target as RecipientTarget);
  const found = await readMany(targets, { signal });
  return new Map(found.map((each) => [targetKey(each), each.policies]));
}

async function readAll(
  recipients: readonly PolicyRecipient[],
  reads: Reads,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void },
): Promise<AppliedPoliciesState> {
  const lists = new Map<string, readonly AppliedPolicy[]>();
  let done = 0;
  await boundedWork(inParts(recipients, MAX_POLICY_RECIPIENTS), CONCURRENCY, async (part) => {
    try {
      signal.throwIfAborted();
      for (const [key, list] of await readPart(part, reads, signal)) lists.set(key, list);
    } catch (error) {
      if (!signal.aborted) console.warn('policies', part.length, error);
    }
    done += part.length;
    onProgress(done);
  });
  const found = recipients.flatMap((recipient) => {
    const list = lists.get(targetKey(recipient.target));
    return list ? [{ ...recipient, list }] : [];
  });
  if (found.length === 0 && recipients.length > 0) return { name: 'failed' };
  const unread = recipients.filter(({ target }) => !lists.has(targetKey(target)));
  return { name: 'read', recipients: found, unread: unread.map(({ name }) => name) };
}

/** Fetches each recipient's current policies, on which later writes are based. `again` retries. */
export function useAppliedPolicies(recipients: readonly PolicyRecipient[]): {
  state: AppliedPoliciesState;
  again: () => void;
} {
  const { read, readMany } = useContext(PolicyRest);
  const [state, setState] = useState<AppliedPoliciesState>({ name: 'reading', done: 0 });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt fetches again
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const show = (next: AppliedPoliciesState) => {
      if (!signal.aborted) setState(next);
    };
    show({ name: 'reading', done: 0 });
    const onProgress = (done: number) => show({ name: 'reading', done });
    void readAll(recipients, { read, readMany }, { signal, onProgress }).then(show);
    return () => stop.abort();
  }, [recipients, read, readMany, attempt]);
  return { state, again: () => setAttempt((count) => count + 1) };
}
