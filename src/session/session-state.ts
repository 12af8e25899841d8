/** The session of this tab without React, so that the first page load needs none to decide where to go. */
import { proxy } from 'valtio/vanilla';
import type { AuthState, SessionKey } from './auth-state.ts';

/**
 * `user`: chose Logout. `refused`: the platform no longer takes the refresh token. `elsewhere`: another tab of
 * the session signed out. `switch-failed`: a site switch was refused. `not-signed-in`: a guarded page without session.
 */
export type SignOutReason = 'user' | 'refused' | 'elsewhere' | 'switch-failed' | 'not-signed-in';

export type SessionState =
  | { name: 'unknown' }
  | { name: 'signed-out'; reason?: SignOutReason }
  | { name: 'signed-in'; key: SessionKey; auth: AuthState };

export const session = proxy<{ state: SessionState }>({ state: { name: 'unknown' } });
