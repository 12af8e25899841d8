/** The session of this tab without React, so that the first page load can route without loading it. */
import { proxy } from 'valtio/vanilla';
import type { AuthState, SessionKey } from './auth-state.ts';

/**
 * `user`: chose Logout. `refused`: the platform no longer accepts the refresh token. `elsewhere`: another tab
 * signed out. `switch-failed`: a site switch was refused. `not-signed-in`: a guarded page without session.
 */
export type SignOutReason = 'user' | 'refused' | 'elsewhere' | 'switch-failed' | 'not-signed-in';

export type SessionState =
  | { name: 'unknown' }
  | { name: 'signed-out'; reason?: SignOutReason }
  | { name: 'signed-in'; key: SessionKey; auth: AuthState };

export const session = proxy<{ state: SessionState }>({ state: { name: 'unknown' } });
