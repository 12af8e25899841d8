/** Writes the policies of one or many targets, and reports the progress in the form of an action's run. */

import { isAppError } from '#protocol/app-error.ts';
import { createObservable } from '#protocol/observable.ts';
import type { Answer, Delivery } from '#protocol/threads/live-action.ts';
import type { ActionRun, ActionRunState } from '../../live/action-run.ts';
import { boundedWork } from '../../rest/bounded-work.ts';
import type { PolicyTarget, PolicyWrite } from '../../rest/policies.ts';

export type PolicyChange = {
  target: PolicyTarget;
  /** How people call the target. Text. */
  name: string;
  write: PolicyWrite;
  /** What puts it back. */
  former: PolicyWrite;
};

export type PolicyRun = Pick<ActionRun, 'id' | 'get' | 'subscribe' | 'forget' | 'done'> & {
  /** Tries those again that failed. */
  retry(): void;
};

/** How many writes of one tab are under way at once: the platform answers more, and the page reads meanwhile. */
const MAX_AT_ONCE = 6;

const DELIVERY: Delivery = { name: 'sent', expiresAt: 0 };

export const targetKey = ({ kind, id }: PolicyTarget): string => `${kind}/${id}`;

let lastRun = 0;

/** The answers are by `targetKey`. Starts at once. `onSettled`: after each try, when nothing is on its way any more. */
export function createPolicyRun(
  changes: readonly PolicyChange[],
  deps: { put: (target: PolicyTarget, write: PolicyWrite) => Promise<unknown>; onSettled: () => void },
): PolicyRun {
  const store = createObservable<ActionRunState>({ delivery: DELIVERY, answers: new Map(), ended: false });

  const change = (next: Partial<ActionRunState>): void => store.set({ ...store.get(), ...next });

  function become(some: readonly PolicyChange[], to: Answer['state']): ActionRunState['answers'] {
    const answers = new Map(store.get().answers);
    for (const { target } of some) {
      answers.set(targetKey(target), { clientId: targetKey(target), state: to });
    }
    return answers;
  }

  async function write(one: PolicyChange): Promise<void> {
    try {
      await deps.put(one.target, one.write);
      change({ answers: become([one], 'confirmed') });
    } catch (error) {
      const isRefused = isAppError(error) && error.code === 'forbidden';
      console.warn('policies', targetKey(one.target), error);
      change({ answers: become([one], isRefused ? 'refused' : 'failed') });
    }
  }

  async function run(some: readonly PolicyChange[]): Promise<ActionRunState> {
    change({ answers: become(some, 'waiting'), ended: false });
    await boundedWork(some, MAX_AT_ONCE, write);
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
    // What is on its way to the platform cannot be called back.
    forget() {},
    retry() {
      const { answers, ended } = store.get();
      if (!ended) return;
      const failed = changes.filter(({ target }) => answers.get(targetKey(target))?.state !== 'confirmed');
      if (failed.length > 0) void run(failed);
    },
  };
}

/** The changes that put everything back. */
export const reversed = (changes: readonly PolicyChange[]): PolicyChange[] =>
  changes.map((change) => ({ ...change, write: change.former, former: change.write }));
