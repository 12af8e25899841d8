/** The sessions that this browser keeps, when one begins or ends: which others go with it, and what the platform is told. */
import { readClaims } from '#protocol/auth/access-token.ts';
import type { AuthService } from './auth-service.ts';
import { type AuthState, isSameSignIn, type SessionKey, sessionKey } from './auth-state.ts';
import type { SessionLocks } from './session-locks.ts';
import type { SignOutReason } from './session-state.ts';
import type { SessionVault } from './session-vault.ts';

/** Held by every tab that uses the session. */
export const inUseLock = (key: SessionKey) => `lectern-session-${key}`;

/** By the clock of the platform: the one of this computer may have been set meanwhile. */
const expiryOf = ({ token }: AuthState): number => readClaims(token)?.exp ?? 0;

const newerOf = (auth: AuthState, stored: AuthState | undefined): AuthState =>
  stored !== undefined && expiryOf(stored) > expiryOf(auth) ? stored : auth;

export type KeptSessions = ReturnType<typeof createKeptSessions>;

export function createKeptSessions(deps: {
  auth: Pick<AuthService, 'logout'>;
  vault: SessionVault;
  locks: SessionLocks;
  /** What other people have left in this browser goes. */
  forgetOthers: () => Promise<void>;
}) {
  const { auth: service, vault, locks } = deps;

  /** Ends the session on the platform, and with it every session of the same sign-in. */
  async function endOnPlatform(auth: AuthState): Promise<void> {
    // Best effort: without an answer the refresh token simply runs out.
    await service.logout(auth.refreshToken).catch(() => {});
  }

  /** The sessions of a sign-in on other sites are over too; their tabs follow when they see theirs gone. */
  function removeSignIn(auth: AuthState): void {
    for (const key of vault.keys()) {
      const other = vault.read(key);
      if (other && isSameSignIn(other, auth)) vault.remove(key);
    }
  }

  return {
    endOnPlatform,
    /**
     * Keeps a new session; one of another sign-in that it takes the place of ends on the platform too. True where that was
     * another person's: what they left is gone then.
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
    /** This tab has signed out, of `ended` where it had a session. Returns what is to be ended on the platform. */
    forget(
      ended: { key: SessionKey; auth: AuthState } | undefined,
      { reason, continuePath }: { reason: SignOutReason; continuePath: string },
    ): AuthState | undefined {
      // Both mean that the platform has ended the session already.
      const isOver = reason === 'refused' || reason === 'elsewhere';
      let toEnd: AuthState | undefined;
      if (ended) {
        vault.saveBackUrl(ended.auth, continuePath);
        // The tab's own tokens are the newer ones where the storage was full.
        const newest = newerOf(ended.auth, vault.read(ended.key));
        vault.remove(ended.key);
        if (!isOver) {
          removeSignIn(newest);
          toEnd = newest;
        }
      }
      vault.leave();
      vault.clearRemnants();
      // The login host may be out of reach now, and must not offer this account to the next visitor when it is back.
      if (reason !== 'not-signed-in') vault.setMustForget(true);
      return toEnd;
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
