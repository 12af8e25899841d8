/** Deferred work that is done before a session ends, while the platform still accepts its token. */
import { type Clock, settledWithin } from '#protocol/clock.ts';
import type { AuthState } from '../auth-state.ts';

/** Time limit for this work to reach the platform. */
const TIMEOUT_MS = 1_000;

export function createLastWork(clock: Pick<Clock, 'after' | 'now'>) {
  const steps = new Set<() => Promise<void>>();
  let token: string | undefined;
  return {
    /** Calls `step` before the session ends; returns the removal. */
    add(step: () => Promise<void>): () => void {
      steps.add(step);
      return () => void steps.delete(step);
    },
    /** The token of the ending session; undefined while no last work runs. `rejected`: see fresh-token.ts. */
    token: (rejected?: string): string | undefined => (token === rejected ? undefined : token),
    /** Resolves when the work is done, or after its time limit. */
    async finish(auth: AuthState | undefined): Promise<void> {
      if (auth === undefined || auth.expiresAtMs <= clock.now()) return;
      token = auth.token;
      await settledWithin(
        clock,
        TIMEOUT_MS,
        [...steps].map(async (step) => step()),
      );
      token = undefined;
    },
  };
}
