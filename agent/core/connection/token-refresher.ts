/** Holds the newest credentials of an agent and renews them before they expire. */
import type { Clock } from '#protocol/clock.ts';
import type { Credentials, ObtainCredentials } from '../identity.ts';
import { retryDelayMs } from './retry-delay.ts';

/** Each agent adds a random part of this span, so that the agents of a class do not renew all at once. */
const RENEW_SPREAD_MS = 30_000;
const RENEW_BEFORE_MS = 60_000;

export function createTokenRefresher<Identity>(deps: {
  obtain: ObtainCredentials<Identity>;
  clock: Clock;
  random: () => number;
  /** Called with fresh credentials that were obtained between `renewInTime` and `stopRenewing`. */
  onRenewed: (credentials: Credentials<Identity>) => void;
}) {
  const { clock, random } = deps;
  let current: Credentials<Identity> | undefined;
  let isRenewing = false;
  let cancelRenewal: (() => void) | undefined;

  const renew = async (attempt: number): Promise<void> => {
    try {
      current = await deps.obtain({ afterRefusal: false });
    } catch (error) {
      const pauseMs = retryDelayMs(error, attempt, random);
      if (isRenewing) cancelRenewal = clock.after(pauseMs, () => void renew(attempt + 1));
      return;
    }
    if (isRenewing) deps.onRenewed(current);
  };

  return {
    current: () => current,
    /** Returns true if the credentials can be used without renewal. */
    areGood: () => current !== undefined && current.expiresAt - clock.now() >= RENEW_BEFORE_MS / 2,
    /** Rejects if the platform cannot be reached or refuses. */
    async obtain(afterRefusal: boolean): Promise<void> {
      current = await deps.obtain({ afterRefusal });
    },
    forget(): void {
      current = undefined;
    },
    /** Obtains fresh credentials before these expire, and retries until that succeeds. */
    renewInTime({ expiresAt }: Credentials<Identity>): void {
      isRenewing = true;
      cancelRenewal?.();
      cancelRenewal = clock.after(renewalDelayMs(expiresAt - clock.now(), random), () => void renew(1));
    },
    stopRenewing(): void {
      isRenewing = false;
      cancelRenewal?.();
    },
  };
}

/** A short-lived token is renewed at half its life, a long-lived one at least a minute before it expires. */
function renewalDelayMs(leftMs: number, random: () => number): number {
  return leftMs - Math.min(leftMs / 2, RENEW_BEFORE_MS + random() * RENEW_SPREAD_MS);
}
