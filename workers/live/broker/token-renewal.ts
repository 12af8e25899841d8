/** Requests a newer token before a connection's token expires, and retries until there is one. */
import { type AccessTokenClaims, readClaims } from '#protocol/auth/access-token.ts';
import type { Clock, EpochMs } from '#protocol/clock.ts';
import type { TokenRequest } from './token-source.ts';

export type TokenRenewalDeps = {
  clock: Clock;
  token(request: TokenRequest): Promise<string | undefined>;
  /** On this machine's clock, which may differ from the platform's. */
  expiresAt(claims: AccessTokenClaims): EpochMs;
};

/** If no tab has sent a newer token by then, the worker requests one. */
const RENEW_BEFORE_EXPIRY_MS = 45_000;
const RETRY_DELAY_MS = 5_000;
const MIN_RETRY_DELAY_MS = 1_000;

export function createTokenRenewal({ clock, token, expiresAt }: TokenRenewalDeps) {
  /** Identifies the connection whose token is renewed. Undefined: renewal is stopped. */
  let current: object | undefined;
  let stopTimer = () => {};

  return {
    /** Calls `onNewer` once, when a token is available that expires later than `claims`. */
    start(claims: AccessTokenClaims, onNewer: () => void) {
      const mine = {};
      current = mine;
      const askIn = (ms: number) => {
        stopTimer = clock.after(Math.max(ms, MIN_RETRY_DELAY_MS), () => void ask());
      };
      async function ask() {
        const newer = readClaims((await token({ renew: true })) ?? '');
        if (current !== mine) return;
        // Without a newer token, a new connection would not help.
        if ((newer?.exp ?? 0) > claims.exp) onNewer();
        else askIn(RETRY_DELAY_MS);
      }
      askIn(expiresAt(claims) - clock.now() - RENEW_BEFORE_EXPIRY_MS);
    },
    stop() {
      current = undefined;
      stopTimer();
    },
  };
}
