/** Navigates to the login page, and handles a login page that cannot be reached. */
import type { SessionEndReason } from '#protocol/auth/session-end.ts';
import type { SessionKey } from './auth-state.ts';
import { type HandOvers, loginAddress } from './hand-over.ts';
import { safePath } from './safe-path.ts';
import type { SessionPage } from './session-page.ts';
import type { SessionVault } from './session-vault.ts';

/** `hasSignedOut`: the user has just signed out; otherwise there was no session. */
export type LoginAwayListener = (why: { hasSignedOut: boolean }) => void;

/** The path to return to, and the account. `fresh`: the login page offers no account that it stored. */
export type LoginOptions = {
  continuePath: string;
  key?: SessionKey;
  fresh: boolean;
  email?: string | undefined;
  realm?: 'admin';
  /** The reason why the previous session ended, if the user did not end it. */
  ended?: SessionEndReason | undefined;
};

export function createLoginNavigation(deps: {
  handOvers: HandOvers;
  vault: Pick<SessionVault, 'mustForget'>;
  page: Pick<SessionPage, 'reachesLogin' | 'go'>;
  tenantKey: () => string;
  loginUrl: () => string;
}) {
  const { handOvers, vault, page } = deps;
  let showLoginAway: LoginAwayListener = () => {};
  return {
    /** Sets the only listener, called when the tab cannot navigate because the login page does not answer. */
    onLoginAway(listener: LoginAwayListener): void {
      showLoginAway = listener;
    },
    /** Navigates to the login page. If it is unreachable, the tab stays and the listener is notified. */
    async toLogin(options: LoginOptions): Promise<void> {
      const [{ state, challenge }, isThere] = await Promise.all([
        handOvers.begin(options),
        page.reachesLogin(),
      ]);
      const fresh = options.fresh || vault.mustForget();
      if (!isThere) {
        showLoginAway({ hasSignedOut: fresh });
        return;
      }
      page.go(
        loginAddress(deps.loginUrl(), {
          tenant: deps.tenantKey(),
          state,
          challenge,
          continuePath: safePath(options.continuePath),
          fresh,
          reloginWith: options.email,
          realm: options.realm,
          ended: options.ended,
        }),
      );
    },
  };
}
