/** A session in use: keeps its token fresh, and opens the console as soon as that is allowed. */
import type { AuthState } from './auth-state.ts';
import {
  createTokenRefresher,
  type RefresherEnd,
  type TokenRefresher,
  type TokenRefresherDeps,
} from './token-refresher.ts';

/** With an expired token, the start waits this long for a network that swallows the request. */
const START_TIMEOUT_MS = 2_500;

export type OpenSession = {
  refresher: Pick<TokenRefresher, 'fresh' | 'check' | 'adopt' | 'renew'>;
  /**
   * Resolves with true when the console may open: with a valid token, or with an expired one if the platform
   * does not answer (it is renewed later). Resolves with false if the token is refused.
   */
  start(): Promise<boolean>;
  stop(): void;
};

export function openSession(
  auth: AuthState,
  deps: Omit<TokenRefresherDeps, 'onChange' | 'onEnd' | 'onUnreachable'>,
  on: {
    /** The console may use this state from now on. */
    changed(auth: AuthState): void;
    /** The session has ended. */
    ended(why: RefresherEnd): void;
  },
): OpenSession {
  let phase: 'starting' | 'open' | 'over' = 'starting';
  let cancelTimeout = () => {};
  let resolveStart: (isOpen: boolean) => void = () => {};
  const started = new Promise<boolean>((resolve) => {
    resolveStart = resolve;
  });

  function change(next: AuthState): void {
    phase = 'open';
    cancelTimeout();
    on.changed(next);
    resolveStart(true);
  }

  // Only a refusal ends a session; without an answer the console opens from this device's copy.
  function openUnanswered(): void {
    if (phase === 'starting') change(auth);
  }

  const refresher = createTokenRefresher(
    {
      ...deps,
      onChange: change,
      onEnd(why) {
        phase = 'over';
        cancelTimeout();
        resolveStart(false);
        on.ended(why);
      },
      onUnreachable: openUnanswered,
    },
    auth,
  );

  return {
    refresher,
    start() {
      if (refresher.isValid()) change(auth);
      else cancelTimeout = deps.clock.after(START_TIMEOUT_MS, openUnanswered);
      refresher.start();
      return started;
    },
    stop() {
      phase = 'over';
      cancelTimeout();
      refresher.stop();
    },
  };
}
