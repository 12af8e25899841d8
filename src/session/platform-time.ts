/**
 * The time on the platform's clock. This computer's clock may differ by years, so times of the platform are
 * never compared with `Date.now()`. The newest access token gives the difference: `exp` is on the platform's
 * clock, and `expiresAtMs` is the same moment on this one.
 */

import { readClaims } from '#protocol/auth/access-token.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { AuthState } from './auth-state.ts';
import { session } from './session-state.ts';

/** How far this computer's clock is ahead, to about a second; negative if it is behind. */
export function clockAheadMs(auth: Pick<AuthState, 'token' | 'expiresAtMs'> | undefined): number {
  const exp = auth && readClaims(auth.token)?.exp;
  return auth && exp !== undefined ? auth.expiresAtMs - exp * 1_000 : 0;
}

const sessionAuth = () => (session.state.name === 'signed-in' ? session.state.auth : undefined);

/** Falls back to this computer's clock without a session. */
export const platformNow = (): EpochMs => Date.now() - clockAheadMs(sessionAuth());
