/** Writes the policies of one or many targets, and reports the progress as an `ActionRun`. */

import { boundedWork } from '#domain/semaphore.ts';
import type { ActionRun, ActionRunState } from '#live/action-run.ts';
import { isAppError } from '#protocol/app-error.ts';
import { createObservable } from '#protocol/observable.ts';
import type { Answer, Delivery } from '#protocol/threads/live-action.ts';
import {
  type PolicyListWrite,
  type PolicyTarget,
  type PolicyWrite,
  type RecipientsChange,
  type RecipientTarget,
  toWritten,
} from '#rest/policies.ts';
import { inParts } from './recipient-parts.ts';

export type PolicyChange = {
  target: PolicyTarget;
  name: string;
  write: PolicyWrite;
  /** The write that undoes the change. */
  former: PolicyWrite;
};

export type PolicyRun = Pick<ActionRun, 'id' | 'get' | 'subscribe' | 'forget' | 'done'> & {
  retry(): void;
};

/** The number of parallel writes of one tab; the platform can answer more, and the page reads meanwhile. */
const CONCURRENCY = 6;

/** Small enough for visible progress with a whole school. */
const PART_SIZE = 250;

const DELIVERY: Delivery = { name: 'sent', expiresAt: 0 };

export const targetKey = ({ kind, id }: PolicyTarget): string => `${kind}/${id}`;

let lastRun = 0;

export type PolicyWrites = {
  put(target: PolicyTarget, write: PolicyWrite): Promise<unknown>;
  changeMany(targets: readonly RecipientTarget[], change: RecipientsChange): Promise<readonly PolicyTarget[]>;
};

/** Writes all changes; answers are by `targetKey`. `onSettled`: after each try, with no write pending. */
export function createPolicyRun(
  changes: readonly PolicyChange[],
  deps: PolicyWrites & { onSettled: () => void },
): PolicyRun {
  const store = createObservable<ActionRunState>({ delivery: DELIVERY, answers: new Map(), ended: false });

  const change = (next: Partial<ActionRunState>): void => store.set({ ...store.get(), ...next });

  function become(some: readonly PolicyChange[], to: Answer['state']): void {
    const answers = new Map(store.get().answers);
    for (const { target } of some) {
      answers.set(targetKey(target), { clientId: targetKey(target), state: to });
    }
    change({ answers });
  }

  async function write(some: readonly PolicyChange[]): Promise<void> {
    try {
      const changed = await send(some, deps);
      const isChanged = ({ target }: PolicyChange) => changed.has(targetKey(target));
      become(some.filter(isChanged), 'confirmed');
      become(
        some.filter((each) => !isChanged(each)),
        'failed',
      );
    } catch (error) {
      const isRefused = isAppError(error) && error.code === 'forbidden';
      console.warn('policies', some.length, error);
      become(some, isRefused ? 'refused' : 'failed');
    }
  }

  async function run(some: readonly PolicyChange[]): Promise<ActionRunState> {
    change({ ended: false });
    become(some, 'waiting');
    await boundedWork(callsFor(some), CONCURRENCY, write);
    change({ ended: true });
    deps.onSettled();
    return store.get();
  }

  lastRun += 1;
  return {
    id: `policies-${lastRun}`,
    get: store.get,
    subscribe: store.subscribe,
    done: run(changes),
    // A write that was sent cannot be recalled.
    forget() {},
    retry() {
      const { answers, ended } = store.get();
      if (!ended) return;
      const failed = changes.filter(({ target }) => answers.get(targetKey(target))?.state !== 'confirmed');
      if (failed.length > 0) void run(failed);
    },
  };
}

/** The difference between the former and the new list, if the former one is known. */
function differenceOf(write: PolicyWrite): RecipientsChange | undefined {
  if (!('policies' in write) || !Array.isArray(write.former)) return undefined;
  const { policies, former } = write as PolicyListWrite;
  const before = new Map(former?.map((each) => [each.policyId, JSON.stringify(toWritten(each))]));
  const after = new Set(policies.map(({ policyId }) => policyId));
  return {
    add: policies.map(toWritten).filter((each) => before.get(each.policyId) !== JSON.stringify(each)),
    remove: [...before.keys()].filter((policyId) => !after.has(policyId)),
  };
}

/** Groups the changes by request: many targets with the same difference share one. */
function callsFor(changes: readonly PolicyChange[]): PolicyChange[][] {
  const alike = new Map<string, PolicyChange[]>();
  for (const each of changes) {
    const difference = each.target.kind === 'groups' ? undefined : differenceOf(each.write);
    const key = difference === undefined ? targetKey(each.target) : JSON.stringify(difference);
    const some = alike.get(key) ?? [];
    some.push(each);
    alike.set(key, some);
  }
  return [...alike.values()].flatMap((some) => inParts(some, PART_SIZE));
}

async function send(some: readonly PolicyChange[], deps: PolicyWrites): Promise<ReadonlySet<string>> {
  const [first] = some;
  const difference = first && differenceOf(first.write);
  if (some.length === 1 || difference === undefined) {
    await Promise.all(some.map(({ target, write }) => deps.put(target, write)));
    return new Set(some.map(({ target }) => targetKey(target)));
  }
  const targets = some.map(({ target }) => target as RecipientTarget);
  return new Set((await deps.changeMany(targets, difference)).map(targetKey));
}

/** The changes that undo all of these. */
export const reversed = (changes: readonly PolicyChange[]): PolicyChange[] =>
  changes.map((change) => ({ ...change, write: change.former, former: change.write }));
