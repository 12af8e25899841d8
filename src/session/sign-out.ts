import { consoleSession } from './console-session.ts';
import type { SessionEnd } from './end/session-ends.ts';
import type { SignOutReason } from './session-state.ts';

/** Ends the session here and in every tab of its site, and navigates to the login page. */
export const signOut = (reason?: SignOutReason): Promise<void> => consoleSession.signOut(reason);

/**
 * Calls `listener` when the session ends or is switched, so that it releases resources of the session
 * (connections, caches). The page unloads at most 1.5 s later. Returns the removal.
 */
export const onSignOut = (listener: (end: SessionEnd) => void | Promise<void>): (() => void) =>
  consoleSession.onEnd(listener);

/**
 * Calls `work` when the session is about to end or to be switched, while the platform still accepts its
 * token. For deferred work, such as a deletion that can be undone. Time limit: one second.
 */
export const onLastWork = (work: () => Promise<void>): (() => void) => consoleSession.onLastWork(work);
