/**
 * The time on the platform's clock. The clock of this computer may be years away from it, so times of the platform are
 * never compared with `Date.now()`. The newest access token says how far it is away: `exp` is on the platform's clock, and
 * `expiresAtMs` is the same moment on this one.
 */
import { readClaims } from '#protocol/auth/access-token.ts';
import type { AuthState } from './auth-state.ts';
import { session } from './session-state.ts';

/** How far the clock of this computer is ahead, to a second or so; less than 0 where it is behind. */
export function clockAheadMs(auth: Pick<AuthState, 'token' | 'expiresAtMs'> | undefined): number {
  const exp = auth && readClaims(auth.token)?.exp;
  return auth && exp !== undefined ? auth.expiresAtMs - exp * 1_000 : 0;
}

const sessionAuth = () => (session.state.name === 'signed-in' ? session.state.auth : undefined);

/** Epoch milliseconds. Without a session the clock of this computer has to do. */
export const platformNow = (): number => Date.now() - clockAheadMs(sessionAuth());
