/** The tabs of one browser, with one local storage, one auth service and one clock. */

import { createFakeClock, settleTasks } from '#protocol/fakes/fake-clock.ts';
import type { AuthService } from '../auth-service.ts';
import type { AuthState } from '../auth-state.ts';
import { createHandOvers } from '../hand-over.ts';
import { createSessionLife } from '../session-life.ts';
import type { SessionState } from '../session-state.ts';
import { createSessionVault } from '../session-vault.ts';
import { createFakeAuthService } from './fake-auth-service.ts';
import { fakeCrypto } from './fake-crypto.ts';
import { createFakeLocks } from './fake-locks.ts';
import { createFakeStorage } from './fake-storage.ts';

type FakeAuth = ReturnType<typeof createFakeAuthService>;

/** `asked`: wraps the auth service for the tabs. */
export function createFakeTabs(asked: (auth: FakeAuth) => AuthService = (auth) => auth) {
  const clock = createFakeClock({ settle: settleTasks });
  const auth = createFakeAuthService();
  const local = createFakeStorage();
  const locks = createFakeLocks();
  const network = { isThere: true };

  function openTab(path = '/group/7a?tab=devices') {
    const tabStorage = createFakeStorage();
    const vault = createSessionVault({ local: () => local, tab: () => tabStorage });
    const states: SessionState[] = [];
    const went: string[] = [];
    const life = createSessionLife({
      auth: asked(auth),
      vault,
      handOvers: createHandOvers({ storage: () => tabStorage, crypto: fakeCrypto }),
      locks,
      clock,
      random: () => 0,
      page: {
        path: () => path,
        go: (address) => went.push(address),
        reload: () => went.push('reload'),
        reachesLogin: async () => network.isThere,
      },
      tenantKey: () => 'demo',
      loginUrl: () => 'http://login.localhost:8080',
      publish: (state) => states.push(state),
    });
    const begin = (state: AuthState) => {
      vault.write(state);
      return life.begin(state);
    };
    return { life, vault, states, went, begin };
  }
  return { clock, auth, local, network, openTab };
}
