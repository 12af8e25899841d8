/** What was put off, and is done before a session ends, while the platform still takes its token. */
import { type Clock, settledWithin } from '#protocol/clock.ts';
import type { AuthState } from '../auth-state.ts';

/** It gets this long to reach the platform. */
const LIMIT_MS = 1_000;

export function createLastWork(clock: Pick<Clock, 'after' | 'now'>) {
  const steps = new Set<() => Promise<void>>();
  let token: string | undefined;
  return {
    /** Calls `step` before the session ends. The returned function ends that. */
    add(step: () => Promise<void>): () => void {
      steps.add(step);
      return () => void steps.delete(step);
    },
    /** The token of the session that is about to end; undefined where no work is done. `rejected`: see fresh-token.ts. */
    token: (rejected?: string): string | undefined => (token === rejected ? undefined : token),
    /** Resolves when the work is done, or its time is over. */
    async finish(auth: AuthState | undefined): Promise<void> {
      if (auth === undefined || auth.expiresAtMs <= clock.now()) return;
      token = auth.token;
      await settledWithin(
        clock,
        LIMIT_MS,
        [...steps].map(async (step) => step()),
      );
      token = undefined;
    },
  };
}
