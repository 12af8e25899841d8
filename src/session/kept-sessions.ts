/** The stored sessions of this browser, and which of them end when another one begins or ends. */
import { readClaims } from '#protocol/auth/access-token.ts';
import type { AuthService } from './auth-service.ts';
import { type AuthState, isSameSignIn, type SessionKey, sessionKey } from './auth-state.ts';
import type { SessionLocks } from './session-locks.ts';
import type { SignOutReason } from './session-state.ts';
import type { SessionVault } from './session-vault.ts';

/** Held by every tab that uses the session. */
export const inUseLock = (key: SessionKey) => `lectern-session-${key}`;

/** Uses the platform's clock, because this computer's clock may have been changed. */
const expiryOf = ({ token }: AuthState): number => readClaims(token)?.exp ?? 0;

const newerOf = (auth: AuthState, stored: AuthState | undefined): AuthState =>
  stored !== undefined && expiryOf(stored) > expiryOf(auth) ? stored : auth;

export type KeptSessions = ReturnType<typeof createKeptSessions>;

export function createKeptSessions(deps: {
  auth: Pick<AuthService, 'logout'>;
  vault: SessionVault;
  locks: SessionLocks;
  /** Deletes the data that other users left in this browser. */
  forgetOthers: () => Promise<void>;
}) {
  const { auth: service, vault, locks } = deps;

  /** Ends the session on the platform, and with it every session of the same sign-in. */
  async function endOnPlatform(auth: AuthState): Promise<void> {
    // Best effort: without an answer the refresh token expires on its own.
    await service.logout(auth.refreshToken).catch(() => {});
  }

  /** Removes the sessions of the same sign-in on other sites; their tabs sign out when they notice it. */
  function removeSignIn(auth: AuthState): void {
    for (const key of vault.keys()) {
      const other = vault.read(key);
      if (other && isSameSignIn(other, auth)) vault.remove(key);
    }
  }

  return {
    endOnPlatform,
    /**
     * Stores a new session. A replaced session of another sign-in also ends on the platform. Returns true if
     * the replaced one belonged to another user; their data is then deleted.
     */
    async store(next: AuthState): Promise<boolean> {
      const old = vault.read(sessionKey(next));
      vault.write(next);
      vault.setMustForget(false);
      if (old && old.refreshToken !== next.refreshToken && !isSameSignIn(old, next)) void endOnPlatform(old);
      if (!old || old.userId === next.userId) return false;
      vault.clearRemnants();
      await deps.forgetOthers();
      return true;
    },
    /** Signs this tab out, of `ended` if it had a session. Returns the session to end on the platform. */
    forget(
      ended: { key: SessionKey; auth: AuthState } | undefined,
      { reason, continuePath }: { reason: SignOutReason; continuePath: string },
    ): AuthState | undefined {
      // In both cases the platform has ended the session already.
      const isOver = reason === 'refused' || reason === 'elsewhere';
      let toEnd: AuthState | undefined;
      if (ended) {
        vault.saveBackUrl(ended.auth, continuePath);
        // If storage was full, the tab's own tokens are newer than the stored ones.
        const newest = newerOf(ended.auth, vault.read(ended.key));
        vault.remove(ended.key);
        if (!isOver) {
          removeSignIn(newest);
          toEnd = newest;
        }
      }
      vault.leave();
      vault.clearRemnants();
      // The login host may be unreachable now, and must not offer this account to the next visitor.
      if (reason !== 'not-signed-in') vault.setMustForget(true);
      return toEnd;
    },
    /**
     * Ends stored sessions that no tab uses, so that none remain on a shared computer. One of the same
     * sign-in as `used` is only removed locally, because the platform would end both.
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
