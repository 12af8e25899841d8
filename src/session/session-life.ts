/**
 * The lifetime of this tab's session: resumed or started, kept fresh, shared with other tabs of the same
 * site, switched, and signed out. `console-session.ts` creates the page's instance.
 */
import { TIMING } from '#domain/timing.ts';
import type { SessionEndReason } from '#protocol/auth/session-end.ts';
import type { Clock } from '#protocol/clock.ts';
import type { AuthService } from './auth-service.ts';
import { type AuthState, type SessionKey, sessionKey } from './auth-state.ts';
import { createLastWork } from './end/last-work.ts';
import { createSessionEnds } from './end/session-ends.ts';
import type { HandOvers } from './hand-over.ts';
import { createKeptSessions, inUseLock, type KeptSessions } from './kept-sessions.ts';
import { createLoginNavigation } from './leave-for-login.ts';
import { createOneTimer } from './one-timer.ts';
import { type OpenSession, openSession } from './open-session.ts';
import type { SessionLocks } from './session-locks.ts';
import type { SessionPage } from './session-page.ts';
import type { SessionState, SignOutReason } from './session-state.ts';
import { createSessionSwitch } from './session-switch.ts';
import type { SessionVault } from './session-vault.ts';

export type SessionLifeDeps = {
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
};

type LiveSession = OpenSession & {
  key: SessionKey;
  auth: AuthState;
  /** Releases the lock that shows other tabs that this one uses the session. */
  release(): Promise<void>;
};

type State =
  | { name: 'none' }
  | { name: 'live'; session: LiveSession }
  /** The page is about to unload, so nothing new starts. */
  | { name: 'leaving' };

export type SessionLife = ReturnType<typeof createSessionLife>;

export function createSessionLife(deps: SessionLifeDeps) {
  const { vault, clock, page } = deps;
  const ends = createSessionEnds(clock);
  const kept = createKeptSessions({ ...deps, forgetOthers: () => ends.notify('signed-out') });
  const login = createLoginNavigation(deps);
  const lastWork = createLastWork(clock);
  let state: State = { name: 'none' };
  const reaction = createOneTimer(clock);
  const live = (): LiveSession | undefined => (state.name === 'live' ? state.session : undefined);
  const isLeaving = () => state.name === 'leaving';

  /** Makes `auth` the session of this tab. Resolves like `OpenSession.start`. */
  function begin(auth: AuthState): Promise<boolean> {
    const key = sessionKey(auth);
    vault.claimTab(auth.userId);
    vault.use(key);
    const opened = openSession(auth, deps, {
      changed(next) {
        session.auth = next;
        deps.publish({ name: 'signed-in', key, auth: next });
      },
      ended: (why) => void (why === 'replaced' ? giveWay() : signOut(why)),
    });
    const session: LiveSession = { ...opened, key, auth, release: deps.locks.hold(inUseLock(key)) };
    state = { name: 'live', session };
    return session.start();
  }

  /** Marks the page as about to unload. Returns the session that it had. */
  function depart(): LiveSession | undefined {
    const left = live();
    state = { name: 'leaving' };
    reaction.cancel();
    left?.stop();
    return left;
  }

  async function signOut(reason: SignOutReason = 'user'): Promise<void> {
    if (isLeaving()) return;
    const ended = depart();
    const continuePath = page.path();
    deps.publish({ name: 'signed-out', reason });
    const toEnd = kept.forget(ended, { reason, continuePath });
    const worked = lastWork.finish(toEnd).then(() => {
      if (toEnd) void kept.endOnPlatform(toEnd);
    });
    const why = ended && whyEnded(deps.auth, ended.auth, reason);
    if (ended) {
      await ends.notify('signed-out');
      await ended.release();
    }
    await worked;
    if (reason === 'user') await kept.endUnused();
    await login.toLogin({ ...loginOptionsAfter(ended, reason), continuePath, ended: await why });
  }

  /** Another user has signed in to this site in another tab, so this tab reloads with their session. */
  async function giveWay(): Promise<void> {
    if (isLeaving()) return;
    depart();
    // The other tab deletes the previous user's data, and so does this one after the reload.
    await ends.notify('switched');
    page.reload();
  }

  const freshToken = async (rejected?: string): Promise<string | undefined> =>
    live()?.refresher.fresh(rejected) ?? lastWork.token(rejected);

  /** Releases this tab's session, which remains for other tabs. */
  async function leaveSession(): Promise<void> {
    const left = depart();
    if (left) vault.saveBackUrl(left.auth, page.path());
    await Promise.all([lastWork.finish(left?.auth), ends.notify('switched')]);
    await left?.release();
  }

  const switchTo = createSessionSwitch(
    { ...deps, kept },
    { auth: () => live()?.auth, freshToken, isLeaving, leave: leaveSession, signOut, toLogin: login.toLogin },
  );

  /** Another tab has stored a change of this session: adopts its tokens, or signs out with it. */
  function reconcile(): void {
    const session = live();
    if (!session) return;
    const stored = vault.read(session.key);
    if (stored) session.refresher.adopt(stored);
    else void signOut('elsewhere');
  }

  return {
    begin,
    store: createStore({ kept, vault, page }),
    toLogin: login.toLogin,
    onLoginAway: login.onLoginAway,
    onEnd: ends.onEnd,
    onLastWork: lastWork.add,
    signOut,
    freshToken,
    switchTo,
    /** Local storage changed in another tab. Waits 2 s, so that signing out and in counts as one change. */
    storageChanged: (): void => reaction.start(TIMING.authChangeDebounceMs, reconcile),
    /** The user's rights have changed: reads them again. Ends the session if access was withdrawn. */
    renew: async (): Promise<void> => live()?.refresher.renew(),
    /** The machine woke up, or the network or the page came back. */
    pageWoke: (): void => live()?.refresher.check(),
    /** The user focused this tab, so new tabs start with its session. */
    pageFocused(): void {
      const session = live();
      if (session) vault.use(session.key);
    },
  };
}

/** Stores a new session. Resolves with false if it replaced another user's session; the page then reloads. */
const createStore =
  (deps: { kept: KeptSessions; vault: SessionVault; page: SessionPage }) =>
  async (next: AuthState): Promise<boolean> => {
    if (!(await deps.kept.store(next))) return true;
    deps.vault.use(sessionKey(next));
    deps.page.reload();
    return false;
  };

/** The platform's reason for the end of a session that this tab did not end. */
async function whyEnded(
  auth: Pick<AuthService, 'sessionEnd'>,
  { token }: AuthState,
  reason: SignOutReason,
): Promise<SessionEndReason | undefined> {
  if (reason !== 'refused' && reason !== 'elsewhere') return undefined;
  // Best effort: without an answer the login page shows no reason.
  return auth.sessionEnd(token).catch(() => undefined);
}

/** The account to suggest at the next sign-in. */
const loginOptionsAfter = (ended: LiveSession | undefined, reason: SignOutReason) => ({
  fresh: reason !== 'not-signed-in',
  email: ended?.auth.email,
  ...(ended ? { key: ended.key } : {}),
});
