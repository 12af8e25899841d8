/** The page's only session: session-life.ts with the browser's clock, storage, locks and location. */

import { systemClock } from '#protocol/clock.ts';
import { globalFetch } from '#protocol/json-request.ts';
import { createAuthService } from './auth-service.ts';
import { createHandOvers } from './hand-over.ts';
import { loginUrl } from './hosts.ts';
import { reachesLoginHost } from './login-host.ts';
import { createSessionLife } from './session-life.ts';
import { createSessionLocks } from './session-locks.ts';
import { session } from './session-state.ts';
import { createSessionVault, isSessionEntry } from './session-vault.ts';
import { tenant } from './tenant.ts';

export const consoleVault = createSessionVault({ local: () => localStorage, tab: () => sessionStorage });
export const consoleHandOvers = createHandOvers({ storage: () => sessionStorage, crypto: globalThis.crypto });
export const consoleAuth = createAuthService({
  fetch: globalFetch,
  authUrl: () => tenant.address('AUTH_URL'),
  tenantKey: () => tenant.key,
});

export const consoleSession = createSessionLife({
  auth: consoleAuth,
  vault: consoleVault,
  handOvers: consoleHandOvers,
  locks: createSessionLocks(() => navigator.locks as LockManager | undefined, systemClock),
  clock: systemClock,
  random: Math.random,
  page: {
    path: () => `${location.pathname}${location.search}${location.hash}`,
    go: (address) => location.replace(address),
    reload: () => location.reload(),
    reachesLogin: () => reachesLoginHost(globalFetch, loginUrl(location, document)),
  },
  tenantKey: () => tenant.key,
  loginUrl: () => loginUrl(location, document),
  publish(state) {
    session.state = state;
  },
});

/** Connects the session with the page's events until `signal` aborts. */
export function watchPage(signal: AbortSignal): void {
  // `key` is null when everything was cleared.
  window.addEventListener(
    'storage',
    (event) => {
      if (event.key === null || isSessionEntry(event.key)) consoleSession.storageChanged();
    },
    { signal },
  );
  window.addEventListener('online', () => consoleSession.pageWoke(), { signal });
  window.addEventListener('focus', () => consoleSession.pageFocused(), { signal });
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') consoleSession.pageWoke();
    },
    { signal },
  );
}
