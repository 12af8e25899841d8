/** Holds the newest credentials of an agent, and obtains fresh ones before they end. */
import type { Clock } from '#protocol/clock.ts';
import { retryPauseMs } from '#protocol/retry-pause.ts';
import type { Credentials, ObtainCredentials } from '../identity.ts';
import { backOffMs } from './back-off.ts';

/** Each agent adds another part of this span, so that the agents of a class do not renew in one instant. */
const RENEW_SPREAD_MS = 30_000;
const RENEW_BEFORE_MS = 60_000;

export function createCredentialsKeeper<Identity>(deps: {
  obtain: ObtainCredentials<Identity>;
  clock: Clock;
  random: () => number;
  /** Fresh credentials were obtained ahead of time, between `renewInTime` and `stopRenewing`. */
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
      const pauseMs = retryPauseMs(error, backOffMs(attempt, random), random);
      if (isRenewing) cancelRenewal = clock.after(pauseMs, () => void renew(attempt + 1));
      return;
    }
    if (isRenewing) deps.onRenewed(current);
  };

  return {
    current: () => current,
    /** True: the credentials need not be obtained again before they are used. */
    areGood: () => current !== undefined && current.expiresAt - clock.now() >= RENEW_BEFORE_MS / 2,
    /** Rejects while the platform cannot be reached or refuses. */
    async obtain(afterRefusal: boolean): Promise<void> {
      current = await deps.obtain({ afterRefusal });
    },
    forget(): void {
      current = undefined;
    },
    /** Obtains fresh credentials before these end, and tries again until that works. */
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

/** A short-lived token is renewed at half its life, a long one a minute or more before its end. */
function renewalDelayMs(leftMs: number, random: () => number): number {
  return leftMs - Math.min(leftMs / 2, RENEW_BEFORE_MS + random() * RENEW_SPREAD_MS);
}
