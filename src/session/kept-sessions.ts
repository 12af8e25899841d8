/** The sessions that this browser keeps, when one begins or ends: which others go with it, and what the platform is told. */
import type { AuthService } from './auth-service.ts';
import { type AuthState, isSameSignIn, type SessionKey, sessionKey } from './auth-state.ts';
import type { SessionLocks } from './session-locks.ts';
import type { SessionVault } from './session-vault.ts';

/** Held by every tab that uses the session. */
export const inUseLock = (key: SessionKey) => `lectern-session-${key}`;

export type KeptSessions = ReturnType<typeof createKeptSessions>;

export function createKeptSessions(deps: {
  auth: Pick<AuthService, 'logout'>;
  vault: SessionVault;
  locks: SessionLocks;
}) {
  const { auth: service, vault, locks } = deps;

  /** With it the platform ends every session of the same sign-in. */
  async function endOnPlatform(auth: AuthState): Promise<void> {
    // Best effort: without an answer the refresh token simply runs out.
    await service.logout(auth.refreshToken).catch(() => {});
  }

  return {
    endOnPlatform,
    /** Keeps a new session; one of another sign-in that it takes the place of ends on the platform too. */
    store(next: AuthState): void {
      const old = vault.read(sessionKey(next));
      vault.write(next);
      vault.setMustForget(false);
      if (old && old.refreshToken !== next.refreshToken && !isSameSignIn(old, next)) void endOnPlatform(old);
    },
    /** Ends a sign-in: its sessions on other sites are over too, and their tabs follow when they see theirs gone. */
    endSignIn(auth: AuthState): void {
      for (const key of vault.keys()) {
        const other = vault.read(key);
        if (other && isSameSignIn(other, auth)) vault.remove(key);
      }
      void endOnPlatform(auth);
    },
    /**
     * Ends kept sessions that no tab uses any more: on a shared computer none may be left lying about. One of the same
     * sign-in as `used` is only forgotten: the platform would end both.
     */
    async endUnused(used?: AuthState): Promise<void> {
      const except = used && sessionKey(used);
      for (const key of vault.keys()) {
        if (key === except || !(await locks.isFree(inUseLock(key)))) continue;
        const auth = vault.read(key);
        vault.remove(key);
        if (auth && !(used && isSameSignIn(auth, used))) void endOnPlatform(auth);
      }
    },
  };
}
