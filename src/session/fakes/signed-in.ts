/** A tutor in the console of one site, whose tokens never expire. */
import type { AuthState } from '../auth-state.ts';
import type { SessionState } from '../session-state.ts';

export function signedIn(over: Partial<AuthState> = {}): SessionState {
  const auth: AuthState = {
    token: 'token',
    refreshToken: 'refresh',
    expiresIn: 900,
    expiresAtMs: Number.MAX_SAFE_INTEGER,
    siteId: 's',
    siteName: 'Riverside',
    realm: 'console',
    roles: [],
    liveRooms: [],
    userId: 't',
    name: 'Terry Teacher',
    email: 'terry@demo.example',
    ...over,
  };
  return { name: 'signed-in', key: auth.realm === 'admin' ? 'admin' : `console:${auth.siteId}`, auth };
}
