/** Switches from one session to another site or to the admin realm. */
import { AppError, isAppError } from '#protocol/app-error.ts';
import type { LoginBody } from '#protocol/auth/auth-service.ts';
import type { Clock } from '#protocol/clock.ts';
import type { AuthService } from './auth-service.ts';
import { type AuthState, authStateOf, sessionKey } from './auth-state.ts';
import type { KeptSessions } from './kept-sessions.ts';
import type { LoginOptions } from './leave-for-login.ts';
import type { SessionPage } from './session-page.ts';
import type { SignOutReason } from './session-state.ts';
import type { SessionVault } from './session-vault.ts';

/** The session that is left. */
export type LeftSession = {
  auth(): AuthState | undefined;
  freshToken(): Promise<string | undefined>;
  /** The page is about to unload for another reason. */
  isLeaving(): boolean;
  /** Releases this tab's session, which remains for other tabs. */
  leave(): Promise<void>;
  signOut(reason: SignOutReason): Promise<void>;
  toLogin(options: LoginOptions): Promise<void>;
};

/**
 * Releases everything of the old session and starts the new one with a new page, so that no state of the
 * other site remains. Throws `no-access-token`, `no-site-id`, and `unreachable` (without any change); any
 * other failure signs out.
 */
export function createSessionSwitch(
  deps: {
    auth: Pick<AuthService, 'login'>;
    vault: SessionVault;
    clock: Pick<Clock, 'now'>;
    page: Pick<SessionPage, 'go' | 'reachesLogin'>;
    kept: KeptSessions;
  },
  left: LeftSession,
): (target: LoginBody) => Promise<void> {
  const { vault, kept, page } = deps;

  /**
   * The platform accepts no access token for the admin realm. A stored admin session is reused. Otherwise the
   * login page signs in, where this session's account is usually still known, and returns here.
   */
  async function signInAsAdmin(): Promise<void> {
    const own = left.auth();
    const admin = vault.read('admin');
    if (!(await page.reachesLogin())) throw new AppError('unreachable', 'the login page cannot be reached');
    if (left.isLeaving()) return;
    await left.leave();
    if (admin === undefined || admin.userId !== own?.userId) {
      return left.toLogin({ continuePath: '/admin', fresh: false, email: own?.email, realm: 'admin' });
    }
    vault.use('admin');
    page.go('/admin');
  }

  return async (target) => {
    const token = await left.freshToken();
    if (!token) throw new AppError('no-access-token', 'No access token');
    if (target.realm === 'admin') return signInAsAdmin();
    if (!target.siteId) throw new AppError('no-site-id', 'No siteId');
    const askedAtMs = deps.clock.now();
    let next: AuthState;
    try {
      next = authStateOf(await deps.auth.login(token, target), askedAtMs);
    } catch (error) {
      if (isAppError(error) && error.code === 'unreachable') throw error;
      await left.signOut('switch-failed');
      return;
    }
    if (left.isLeaving()) return kept.endOnPlatform(next);
    await left.leave();
    await kept.store(next);
    vault.use(sessionKey(next));
    await kept.endUnused(next);
    page.go('/');
  };
}
