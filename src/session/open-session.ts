/** A session in use: its token is kept fresh, and the console opens with it as soon as that is allowed. */
import type { AuthState } from './auth-state.ts';
import { createTokenKeeper, type KeeperEnd, type TokenKeeper, type TokenKeeperDeps } from './token-keeper.ts';

/** A start with an expired token waits this long for a network that swallows the question. */
const START_PATIENCE_MS = 2_500;

export type OpenSession = {
  keeper: Pick<TokenKeeper, 'fresh' | 'check' | 'adopt' | 'renew'>;
  /**
   * Resolves when the console may open: with a good token, or with an expired one where the platform does not answer (it
   * is renewed as soon as it does); with false once the token is refused.
   */
  start(): Promise<boolean>;
  stop(): void;
};

export function openSession(
  auth: AuthState,
  deps: Omit<TokenKeeperDeps, 'onChange' | 'onEnd' | 'onUnreachable'>,
  on: {
    /** The console may use this from now on. */
    changed(auth: AuthState): void;
    /** There is nothing left to keep. */
    ended(why: KeeperEnd): void;
  },
): OpenSession {
  let phase: 'starting' | 'open' | 'over' = 'starting';
  let cancelPatience = () => {};
  let resolveStart: (isOpen: boolean) => void = () => {};
  const started = new Promise<boolean>((resolve) => {
    resolveStart = resolve;
  });

  function change(next: AuthState): void {
    phase = 'open';
    cancelPatience();
    on.changed(next);
    resolveStart(true);
  }

  // Only a refusal ends a session, so one that nobody has refused opens from this device's copy.
  function openUnanswered(): void {
    if (phase === 'starting') change(auth);
  }

  const keeper = createTokenKeeper(
    {
      ...deps,
      onChange: change,
      onEnd(why) {
        phase = 'over';
        cancelPatience();
        resolveStart(false);
        on.ended(why);
      },
      onUnreachable: openUnanswered,
    },
    auth,
  );

  return {
    keeper,
    start() {
      if (keeper.isGood()) change(auth);
      else cancelPatience = deps.clock.after(START_PATIENCE_MS, openUnanswered);
      keeper.start();
      return started;
    },
    stop() {
      phase = 'over';
      cancelPatience();
      keeper.stop();
    },
  };
}
