/**
 * Keeps one session's access token fresh: refreshes it 60 s before it expires. One tab at a time does so
 * under a Web Lock, and adopts tokens that another tab has stored. Being offline is no failure: the refresh
 * is retried with growing delays. Only a refusal by the platform ends the session.
 */
import { TIMING } from '#domain/timing.ts';
import { AppError, type AppErrorDetail, isAppError } from '#protocol/app-error.ts';
import type { Clock } from '#protocol/clock.ts';
import type { AuthService } from './auth-service.ts';
import { type AuthState, authStateOf, sessionKey } from './auth-state.ts';
import { createOneTimer } from './one-timer.ts';
import { createRefreshPauses } from './refresh-pauses.ts';
import type { SessionLocks } from './session-locks.ts';
import type { SessionVault } from './session-vault.ts';

/** Minimum validity of a returned token, as src/protocol/threads/live-worker.ts promises. */
const MIN_VALIDITY_MS = 30_000;
/** A service that refuses such a new token has another reason than its age, so a refresh would not help. */
const MIN_AGE_MS = 5_000;
/** Computers adjust their clocks by such steps all day. */
const MAX_CLOCK_SKEW_MS = 5_000;

/** Why the session ended. */
export type RefresherEnd = 'refused' | 'elsewhere' | 'replaced';

type Outcome = 'refreshed' | 'refused' | 'unreachable';

export type TokenRefresher = ReturnType<typeof createTokenRefresher>;

export type TokenRefresherDeps = {
  auth: Pick<AuthService, 'refresh' | 'logout'>;
  vault: SessionVault;
  locks: SessionLocks;
  clock: Clock;
  /** 0 to 1, for jitter. */
  random: () => number;
  onChange: (auth: AuthState) => void;
  /** `elsewhere`: another tab has signed out. `replaced`: another user has signed in to this site there. */
  onEnd: (why: RefresherEnd) => void;
  /** The platform did not answer; the refresh will be retried. */
  onUnreachable: () => void;
};

const lifetimeMs = (auth: AuthState) => auth.expiresIn * 1_000;

/** If more time is left than the token's lifetime, the clock was set back, and the token is refreshed. */
function remainingMsAt(auth: AuthState, now: number): number {
  const leftMs = auth.expiresAtMs - now;
  return leftMs > lifetimeMs(auth) + MAX_CLOCK_SKEW_MS ? 0 : leftMs;
}

/** How long before expiry a token is refreshed: at most half its lifetime, for very short ones. */
const leadMs = (auth: AuthState) => Math.min(TIMING.tokenRefreshBeforeExpiryMs, lifetimeMs(auth) / 2);

/** Whether a failed refresh means that the platform no longer accepts the token. */
const isRefusal = (error: AppError) =>
  error.code === 'unauthorized' || error.code === 'forbidden' || error.code === 'invalid';

/** A token valid for less than this is refreshed before it is used. */
const usableMs = (auth: AuthState) => Math.min(MIN_VALIDITY_MS, lifetimeMs(auth) / 4);

/** `isPage`: the network answered with a page in the platform's place. */
const noAnswer = ({ isPage }: AppErrorDetail) =>
  new AppError('unreachable', 'the auth service cannot be reached', { detail: isPage ? { isPage } : {} });

/**
 * Determines the newest tokens of the session: the stored ones, or this tab's if they could not be stored.
 * With full storage the tab continues with its own tokens; after a reload the user signs in again.
 */
function createNewestTokens(vault: Pick<SessionVault, 'read' | 'write'>) {
  /** The stored access token, while this tab's tokens are newer. */
  let outdated: string | undefined;
  return {
    /**
     * Stores `next` if `before` is still stored, and returns `next`. Otherwise returns the session that
     * another tab stored meanwhile, or undefined if another tab has signed out.
     */
    replace(before: AuthState, next: AuthState): AuthState | undefined {
      const now = vault.read(sessionKey(before));
      if (now === undefined || now.refreshToken !== before.refreshToken) return now;
      try {
        vault.write(next);
        outdated = undefined;
      } catch (error) {
        outdated = before.token;
        console.warn('the new tokens are not kept', error);
      }
      return next;
    },
    of: (stored: AuthState, current: AuthState) => (stored.token === outdated ? current : stored),
  };
}

export function createTokenRefresher(deps: TokenRefresherDeps, first: AuthState) {
  const { auth: service, vault, locks, clock } = deps;
  const key = sessionKey(first);
  let current = first;
  const pauses = createRefreshPauses(deps);
  const timer = createOneTimer(clock);
  let inFlight: Promise<Outcome> | undefined;
  let ended = false;
  let lastFailure: AppErrorDetail = {};
  const newest = createNewestTokens(vault);

  const remainingMs = (auth: AuthState) => remainingMsAt(auth, clock.now());
  const isDue = (auth: AuthState) => remainingMs(auth) <= leadMs(auth);

  const refreshIn = (ms: number) => timer.start(ms, () => void refresh());
  const plan = () => refreshIn(Math.max(0, remainingMs(current) - leadMs(current)));

  function take(auth: AuthState): Outcome {
    if (auth.userId !== current.userId) return end('replaced');
    current = auth;
    pauses.reset();
    plan();
    deps.onChange(auth);
    return 'refreshed';
  }

  function end(why: RefresherEnd): Outcome {
    if (!ended) {
      stop();
      deps.onEnd(why);
    }
    return 'refused';
  }

  async function refreshAlone(): Promise<Outcome> {
    if (ended) return 'refused';
    const stored = vault.read(key);
    if (!stored) return end('elsewhere');
    const last = newest.of(stored, current);
    if (last.token !== current.token && !isDue(last)) return take(last);
    const askedAtMs = clock.now();
    try {
      const next = authStateOf(await service.refresh(last.refreshToken), askedAtMs);
      if (sessionKey(next) !== key) return end('refused');
      const kept = newest.replace(stored, next);
      if (kept === undefined) {
        // Signed out while the answer was in transit, so the new tokens must not outlive the sign-out.
        service.logout(next.refreshToken).catch(() => {});
        return end('elsewhere');
      }
      // The tab may have switched to another site meanwhile; the session continues for other tabs.
      return ended ? 'refused' : take(kept);
    } catch (error) {
      if (ended) return 'refused';
      if (!isAppError(error)) throw error;
      if (!isRefusal(error)) {
        lastFailure = error.detail;
        refreshIn(pauses.after(error));
        deps.onUnreachable();
        return 'unreachable';
      }
      // Without locks another tab may have refreshed first; its stored session then counts.
      const other = vault.read(key);
      if (!other || other.refreshToken === stored.refreshToken) return end(other ? 'refused' : 'elsewhere');
      return take(other);
    }
  }

  function refresh(): Promise<Outcome> {
    if (pauses.isAskedFor() && !ended) return Promise.resolve('unreachable');
    inFlight ??= locks.alone(`lectern-refresh-${key}`, refreshAlone).finally(() => {
      inFlight = undefined;
    });
    return inFlight;
  }

  function stop(): void {
    ended = true;
    timer.cancel();
  }

  return {
    /** Starts to keep the token fresh; a token that is due is refreshed immediately. */
    start(): void {
      if (isDue(current)) void refresh();
      else plan();
    },
    /** Call it when timers may be late, because the machine woke up or the network came back. */
    check(): void {
      if (ended || !isDue(current)) return;
      pauses.reset();
      void refresh();
    },
    /** The session's rights have changed, so token and facts are refreshed regardless of age. */
    async renew(): Promise<void> {
      if (!ended) await refresh();
    },
    /** Another tab has stored other tokens for this session. */
    adopt(auth: AuthState): void {
      const last = newest.of(auth, current);
      if (!ended && last.token !== current.token) take(last);
    },
    /**
     * A token valid for at least 30 s; undefined once the session has ended. `rejected`: the token that a
     * service just refused. Throws `unreachable` if it has expired and the platform does not answer.
     */
    async fresh(rejected?: string): Promise<string | undefined> {
      if (ended) return undefined;
      const ageMs = lifetimeMs(current) - remainingMs(current);
      const wasRejected = rejected === current.token && ageMs >= MIN_AGE_MS;
      if (!wasRejected && remainingMs(current) > usableMs(current)) return current.token;
      const outcome = await refresh();
      if (outcome === 'refused') return undefined;
      if (outcome === 'refreshed' || (rejected !== current.token && remainingMs(current) > 0))
        return current.token;
      throw noAnswer(lastFailure);
    },
    isValid: () => remainingMs(current) > 0,
    stop,
  };
}
