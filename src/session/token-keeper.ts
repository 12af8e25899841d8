/**
 * Keeps one session's access token fresh: refreshes it 60 s before it expires. One tab at a time does so, under a Web
 * Lock, and takes over what another tab has stored meanwhile. Being offline is not a failure: the keeper tries again
 * with growing delays. Only the platform's refusal ends the session.
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

/** A token that a caller gets is good for this long at least, as src/protocol/threads/live-worker.ts promises. */
const USABLE_MS = 30_000;
/** A refusal of a token that is this new has another cause than its age: no new one would help. */
const TOO_NEW_TO_REFUSE_MS = 5_000;
/** Computers set their clocks right by such steps all day. */
const CLOCK_STEP_MS = 5_000;

/** Why the keeper has nothing left to keep. */
export type KeeperEnd = 'refused' | 'elsewhere' | 'replaced';

type Outcome = 'refreshed' | 'refused' | 'unreachable';

export type TokenKeeper = ReturnType<typeof createTokenKeeper>;

export type TokenKeeperDeps = {
  auth: Pick<AuthService, 'refresh' | 'logout'>;
  vault: SessionVault;
  locks: SessionLocks;
  clock: Clock;
  /** 0 to 1, for jitter. */
  random: () => number;
  onChange: (auth: AuthState) => void;
  /** `elsewhere`: another tab has signed out. `replaced`: another person has signed in to this site there. */
  onEnd: (why: KeeperEnd) => void;
  /** The platform did not answer; it will be asked again. */
  onUnreachable: () => void;
};

const lifetimeMs = (auth: AuthState) => auth.expiresIn * 1_000;

/** A token never has more left than its whole life: where it seems to, the clock was set back, and it is renewed. */
function remainingMsAt(auth: AuthState, now: number): number {
  const leftMs = auth.expiresAtMs - now;
  return leftMs > lifetimeMs(auth) + CLOCK_STEP_MS ? 0 : leftMs;
}

/** So long before its end a token is refreshed: also one that lives shorter than two minutes has a while of its own. */
const leadMs = (auth: AuthState) => Math.min(TIMING.tokenRefreshBeforeExpiryMs, lifetimeMs(auth) / 2);

/** Whether a failed refresh means that the platform does not take the token any more. */
const isRefusal = (error: AppError) =>
  error.code === 'unauthorized' || error.code === 'forbidden' || error.code === 'invalid';

/** A token that is good for less than this is renewed before it is used. */
const usableMs = (auth: AuthState) => Math.min(USABLE_MS, lifetimeMs(auth) / 4);

/** `isPage`: the network has answered in the platform's place. */
const noAnswer = ({ isPage }: AppErrorDetail) =>
  new AppError('unreachable', 'the auth service cannot be reached', { detail: isPage ? { isPage } : {} });

/**
 * Which tokens of the session are the newest: the stored ones, or this tab's where the storage did not take them. Where it
 * is full the tab goes on with the tokens that it has; after a reload the person signs in again.
 */
function createNewestTokens(vault: Pick<SessionVault, 'read' | 'write'>) {
  /** The access token of the stored ones, while this tab's are newer. */
  let outdated: string | undefined;
  return {
    /**
     * Stores `next` in the place of what was read as `before`. Returns what counts: the session that another tab has begun
     * there meanwhile, or undefined where another tab has signed out.
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

export function createTokenKeeper(deps: TokenKeeperDeps, first: AuthState) {
  const { auth: service, vault, locks, clock } = deps;
  const key = sessionKey(first);
  let current = first;
  const pauses = createRefreshPauses(deps);
  const timer = createOneTimer(clock);
  let inFlight: Promise<Outcome> | undefined;
  let ended = false;
  let away: AppErrorDetail = {};
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

  function end(why: KeeperEnd): Outcome {
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
        // Signed out while the answer was on its way: the new tokens must not outlive that.
        service.logout(next.refreshToken).catch(() => {});
        return end('elsewhere');
      }
      // The tab may have left for another site meanwhile: the session goes on for others.
      return ended ? 'refused' : take(kept);
    } catch (error) {
      if (ended) return 'refused';
      if (!isAppError(error)) throw error;
      if (!isRefusal(error)) {
        away = error.detail;
        refreshIn(pauses.after(error));
        deps.onUnreachable();
        return 'unreachable';
      }
      // Where there are no locks another tab may have been faster: what it has stored is what counts.
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
    /** Begins to keep the token fresh; one that is due is refreshed at once. */
    start(): void {
      if (isDue(current)) void refresh();
      else plan();
    },
    /** Something happened after which timers cannot be trusted: the machine woke, the network came back. */
    check(): void {
      if (ended || !isDue(current)) return;
      pauses.reset();
      void refresh();
    },
    /** What the session may do has changed: its token and facts are read anew, however new they are. */
    async renew(): Promise<void> {
      if (!ended) await refresh();
    },
    /** Another tab has stored other tokens for this session. */
    adopt(auth: AuthState): void {
      const last = newest.of(auth, current);
      if (!ended && last.token !== current.token) take(last);
    },
    /**
     * A token that is good for 30 s; undefined once the session has ended. `rejected`: the token that a service has
     * just refused. Throws `unreachable` when the token has run out and the platform cannot be asked for another.
     */
    async fresh(rejected?: string): Promise<string | undefined> {
      if (ended) return undefined;
      const ageMs = lifetimeMs(current) - remainingMs(current);
      const wasRejected = rejected === current.token && ageMs >= TOO_NEW_TO_REFUSE_MS;
      if (!wasRejected && remainingMs(current) > usableMs(current)) return current.token;
      const outcome = await refresh();
      if (outcome === 'refused') return undefined;
      if (outcome === 'refreshed' || (rejected !== current.token && remainingMs(current) > 0))
        return current.token;
      throw noAnswer(away);
    },
    isGood: () => remainingMs(current) > 0,
    stop,
  };
}
