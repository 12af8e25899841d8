/** Asks for a newer token before the one of a connection expires, and again and again until there is one. */
import { type AccessTokenClaims, readClaims } from '#protocol/auth/access-token.ts';
import type { Clock } from '#protocol/clock.ts';
import type { TokenWish } from './token-source.ts';

export type TokenRenewalDeps = {
  clock: Clock;
  token(wish: TokenWish): Promise<string | undefined>;
  /** Epoch milliseconds on this machine's clock, whatever that of the platform says. */
  expiresAt(claims: AccessTokenClaims): number;
};

/** When no tab has brought a newer token by then, the worker asks for one. */
const RENEW_BEFORE_EXPIRY_MS = 45_000;
const RENEW_AGAIN_MS = 5_000;
const SHORTEST_WAIT_MS = 1_000;

export function createTokenRenewal({ clock, token, expiresAt }: TokenRenewalDeps) {
  /** Stands for the connection whose token is to be renewed. */
  let current: object | undefined;
  let stopTimer = () => {};

  return {
    /** Calls once when a token is at hand that expires later than `claims`. */
    start(claims: AccessTokenClaims, onNewer: () => void) {
      const mine = {};
      current = mine;
      const askIn = (ms: number) => {
        stopTimer = clock.after(Math.max(ms, SHORTEST_WAIT_MS), () => void ask());
      };
      async function ask() {
        const newer = readClaims((await token({ renew: true })) ?? '');
        if (current !== mine) return;
        // Until there is a newer one, a new connection would be no better.
        if ((newer?.exp ?? 0) > claims.exp) onNewer();
        else askIn(RENEW_AGAIN_MS);
      }
      askIn(expiresAt(claims) - clock.now() - RENEW_BEFORE_EXPIRY_MS);
    },
    stop() {
      current = undefined;
      stopTimer();
    },
  };
}
