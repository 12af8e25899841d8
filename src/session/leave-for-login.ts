/** The way to the login page, and what happens where that page cannot be reached. */
import type { SessionEndReason } from '#protocol/auth/session-end.ts';
import type { SessionKey } from './auth-state.ts';
import { type HandOvers, loginAddress } from './hand-over.ts';
import { safePath } from './safe-path.ts';
import type { SessionPage } from './session-page.ts';
import type { SessionVault } from './session-vault.ts';

/** `hasSignedOut`: a person has just signed out here; else nobody was signed in. */
export type LoginAwayListener = (why: { hasSignedOut: boolean }) => void;

/** Where the person comes back to, and as whom. `fresh`: the login page offers no account that it remembers. */
export type LoginWish = {
  continuePath: string;
  key?: SessionKey;
  fresh: boolean;
  email?: string | undefined;
  realm?: 'admin';
  /** Why the session that was left is over, where nobody here has ended it. */
  ended?: SessionEndReason | undefined;
};

export function createLoginDeparture(deps: {
  handOvers: HandOvers;
  vault: Pick<SessionVault, 'mustForget'>;
  page: Pick<SessionPage, 'reachesLogin' | 'go'>;
  tenantKey: () => string;
  loginUrl: () => string;
}) {
  const { handOvers, vault, page } = deps;
  let showLoginAway: LoginAwayListener = () => {};
  return {
    /** Calls `listener`, the only one, when the tab cannot leave for the login page because that does not answer. */
    onLoginAway(listener: LoginAwayListener): void {
      showLoginAway = listener;
    },
    /** Leaves for the login page, or says that this page cannot be reached: without a network the tab stays here. */
    async toLogin(wish: LoginWish): Promise<void> {
      const [{ state, challenge }, isThere] = await Promise.all([handOvers.begin(wish), page.reachesLogin()]);
      const fresh = wish.fresh || vault.mustForget();
      if (!isThere) {
        showLoginAway({ hasSignedOut: fresh });
        return;
      }
      page.go(
        loginAddress(deps.loginUrl(), {
          tenant: deps.tenantKey(),
          state,
          challenge,
          continuePath: safePath(wish.continuePath),
          fresh,
          reloginWith: wish.email,
          realm: wish.realm,
          ended: wish.ended,
        }),
      );
    },
  };
}
