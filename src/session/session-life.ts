/**
 * The life of this tab's session: resumed or begun, kept fresh, shared with the other tabs of the same site,
 * switched, and signed out (part 1 §4). `console-session.ts` makes the one of the page.
 */
import { TIMING } from '#domain/timing.ts';
import { AppError, isAppError } from '#protocol/app-error.ts';
import type { LoginBody } from '#protocol/auth/auth-service.ts';
import type { Clock } from '#protocol/clock.ts';
import type { AuthService } from './auth-service.ts';
import { type AuthState, authStateOf, type SessionKey, sessionKey } from './auth-state.ts';
import { type HandOvers, loginAddress } from './hand-over.ts';
import { createKeptSessions, inUseLock } from './kept-sessions.ts';
import { safePath } from './safe-path.ts';
import type { SessionLocks } from './session-locks.ts';
import type { SessionState, SignOutReason } from './session-state.ts';
import type { SessionVault } from './session-vault.ts';
import { createTokenKeeper, type TokenKeeper } from './token-keeper.ts';

/** Why the others must let go of what they hold of the session. */
export type SessionEnd = 'signed-out' | 'switched';
type EndListener = (end: SessionEnd) => void | Promise<void>;

/** What the session needs of the page that it is in. */
export type SessionPage = {
  /** Path, query and hash. */
  path(): string;
  /** Leaves for another address without a way back. */
  go(address: string): void;
  reload(): void;
  /** Whether the login host answers now. */
  reachesLogin(): Promise<boolean>;
};

/** `hasSignedOut`: a person has just signed out here; else nobody was signed in. */
type LoginAwayListener = (why: { hasSignedOut: boolean }) => void;

/** Others get this long to let go before the page is left. */
const END_LIMIT_MS = 1_500;
/** A start with an expired token waits this long for a network that swallows the question. */
const START_PATIENCE_MS = 2_500;

export type SessionLife = ReturnType<typeof createSessionLife>;

export function createSessionLife(deps: {
  auth: AuthService;
  vault: SessionVault;
  handOvers: HandOvers;
  locks: SessionLocks;
  clock: Clock;
  random: () => number;
  page: SessionPage;
  tenantKey: () => string;
  loginUrl: () => string;
  publish: (state: SessionState) => void;
}) {
  const { auth: service, vault, clock, page } = deps;
  const kept = createKeptSessions(deps);
  const endListeners = new Set<EndListener>();
  let showLoginAway: LoginAwayListener = () => {};
  let live:
    | { key: SessionKey; auth: AuthState; keeper: TokenKeeper; release: () => Promise<void> }
    | undefined;
  let leaving = false;
  let cancelReaction = () => {};

  /**
   * Makes `auth` the session of this tab. Resolves when the console may open: with a good token, or with an expired
   * one where the platform does not answer (it is renewed as soon as it does); with false once it is refused.
   */
  function begin(auth: AuthState): Promise<boolean> {
    const key = sessionKey(auth);
    vault.use(key);
    return new Promise((resolve) => {
      let begun = false;
      let cancelPatience = () => {};
      const changed = (next: AuthState) => {
        begun = true;
        cancelPatience();
        if (live) live.auth = next;
        deps.publish({ name: 'signed-in', key, auth: next });
        resolve(true);
      };
      // Only a refusal ends a session, so one that nobody has refused opens from this device's copy.
      const openUnanswered = () => {
        if (!begun && live?.keeper === keeper) changed(auth);
      };
      const keeper = createTokenKeeper(
        {
          ...deps,
          onChange: changed,
          onEnd(why) {
            cancelPatience();
            resolve(false);
            void (why === 'replaced' ? giveWay() : signOut(why));
          },
          onUnreachable: openUnanswered,
        },
        auth,
      );
      live = { key, auth, keeper, release: deps.locks.hold(inUseLock(key)) };
      if (keeper.isGood()) changed(auth);
      else cancelPatience = clock.after(START_PATIENCE_MS, openUnanswered);
      keeper.start();
    });
  }

  async function tellEnd(end: SessionEnd): Promise<void> {
    const told = Promise.allSettled([...endListeners].map(async (listener) => listener(end)));
    let cancel = () => {};
    const limit = new Promise<void>((resolve) => {
      cancel = clock.after(END_LIMIT_MS, resolve);
    });
    await Promise.race([told, limit]);
    cancel();
  }

  /** Leaves for the login page, or says that this page cannot be reached: without a network the tab stays here. */
  async function toLogin(place: {
    continuePath: string;
    key?: SessionKey;
    fresh: boolean;
    email?: string | undefined;
    realm?: 'admin';
  }) {
    const [{ state, challenge }, isThere] = await Promise.all([
      deps.handOvers.begin(place),
      page.reachesLogin(),
    ]);
    const fresh = place.fresh || vault.mustForget();
    if (!isThere) {
      showLoginAway({ hasSignedOut: fresh });
      return;
    }
    page.go(
      loginAddress(deps.loginUrl(), {
        tenant: deps.tenantKey(),
        state,
        challenge,
        continuePath: safePath(place.continuePath),
        fresh,
        reloginWith: place.email,
        realm: place.realm,
      }),
    );
  }

  async function signOut(reason: SignOutReason = 'user'): Promise<void> {
    if (leaving) return;
    leaving = true;
    cancelReaction();
    const ended = live;
    live = undefined;
    const continuePath = page.path();
    ended?.keeper.stop();
    deps.publish({ name: 'signed-out', reason });
    if (ended) {
      vault.saveBackUrl(ended.auth, continuePath);
      const stored = vault.read(ended.key) ?? ended.auth;
      vault.remove(ended.key);
      // Both others mean that the platform has ended the session already.
      if (reason !== 'refused' && reason !== 'elsewhere') kept.endSignIn(stored);
    }
    vault.leave();
    vault.clearRemnants();
    // The login host may be out of reach now, and must not offer this account to the next visitor when it is back.
    if (reason !== 'not-signed-in') vault.setMustForget(true);
    if (ended) {
      await tellEnd('signed-out');
      await ended.release();
    }
    if (reason === 'user') await kept.endUnused();
    await toLogin({
      continuePath,
      fresh: reason !== 'not-signed-in',
      email: ended?.auth.email,
      ...(ended ? { key: ended.key } : {}),
    });
  }

  /** Somebody else has signed in to this site in another tab: this tab begins anew as theirs. */
  async function giveWay(): Promise<void> {
    if (leaving) return;
    leaving = true;
    cancelReaction();
    live?.keeper.stop();
    live = undefined;
    await tellEnd('switched');
    page.reload();
  }

  async function freshToken(rejected?: string): Promise<string | undefined> {
    return live?.keeper.fresh(rejected);
  }

  /**
   * SIGN-39. Everything of the old session is let go of and the new one begins with a new page, so that no
   * state of the other site can be left over. Throws `no-access-token`, `no-site-id`, and `unreachable`
   * (nothing has changed then); any other failure signs out (SIGN-34).
   */
  async function switchTo(target: LoginBody): Promise<void> {
    const token = await freshToken();
    if (!token) throw new AppError('no-access-token', 'No access token');
    if (target.realm === 'admin') return signInAsAdmin();
    if (!target.siteId) throw new AppError('no-site-id', 'No siteId');
    const askedAtMs = clock.now();
    let next: AuthState;
    try {
      next = authStateOf(await service.login(token, target), askedAtMs);
    } catch (error) {
      if (isAppError(error) && error.code === 'unreachable') throw error;
      await signOut('switch-failed');
      return;
    }
    if (leaving) return kept.endOnPlatform(next);
    leaving = true;
    cancelReaction();
    await leaveSession();
    kept.store(next);
    vault.use(sessionKey(next));
    await kept.endUnused(next);
    page.go('/');
  }

  /** Lets go of this tab's session, which stays for other tabs. */
  async function leaveSession(): Promise<void> {
    const left = live;
    live = undefined;
    left?.keeper.stop();
    if (left) vault.saveBackUrl(left.auth, page.path());
    await tellEnd('switched');
    await left?.release();
  }

  /**
   * The platform takes no access token for the admin realm. A kept admin session is used again; else the login page signs
   * in, where the account of this session is usually still known, and comes back here.
   */
  async function signInAsAdmin(): Promise<void> {
    const email = live?.auth.email;
    const admin = vault.read('admin');
    if (!(await page.reachesLogin())) throw new AppError('unreachable', 'the login page cannot be reached');
    if (leaving) return;
    leaving = true;
    cancelReaction();
    const isOwn = admin !== undefined && admin.userId === live?.auth.userId;
    await leaveSession();
    if (!isOwn) return toLogin({ continuePath: '/admin', fresh: false, email, realm: 'admin' });
    vault.use('admin');
    page.go('/admin');
  }

  /** What another tab has stored concerns this one: adopt its tokens, or go with it. */
  function reconcile(): void {
    if (!live || leaving) return;
    const stored = vault.read(live.key);
    if (stored) live.keeper.adopt(stored);
    else void signOut('elsewhere');
  }

  return {
    begin,
    store: kept.store,
    toLogin,
    signOut,
    freshToken,
    switchTo,
    /** Calls `listener`, the only one, when the tab cannot leave for the login page because that does not answer. */
    onLoginAway(listener: LoginAwayListener): void {
      showLoginAway = listener;
    },
    /** To be told when the session ends, to let go of what belongs to it. Returns its undo. */
    onEnd(listener: EndListener): () => void {
      endListeners.add(listener);
      return () => void endListeners.delete(listener);
    },
    /**
     * Local storage has changed in another tab. SIGN-38: acted on after 2 s of quiet, so that a refresh or a
     * sign-out followed by a sign-in elsewhere is one change here.
     */
    storageChanged(): void {
      cancelReaction();
      cancelReaction = clock.after(TIMING.authChangeDebounceMs, reconcile);
    },
    /** The machine woke, the network or the page came back. */
    pageWoke(): void {
      live?.keeper.check();
    },
    /** The person is at this tab: new tabs begin with its session. */
    pageFocused(): void {
      if (live && !leaving) vault.use(live.key);
    },
  };
}
