import { consoleSession } from './console-session.ts';
import type { SessionEnd } from './end/session-ends.ts';
import type { SignOutReason } from './session-state.ts';

/** Ends the session here and in every tab of its site, and leaves for the login page. */
export const signOut = (reason?: SignOutReason): Promise<void> => consoleSession.signOut(reason);

/**
 * Calls `listener` when the session ends or is switched, so that it lets go of what belongs to the session (connections,
 * caches); the page is left at most 1.5 s later. The returned function ends that.
 */
export const onSignOut = (listener: (end: SessionEnd) => void | Promise<void>): (() => void) =>
  consoleSession.onEnd(listener);

/**
 * Calls `work` when the session is about to end or to be switched, while the platform still takes its token: for what
 * was put off, such as a deletion that can be taken back. It gets one second.
 */
export const onLastWork = (work: () => Promise<void>): (() => void) => consoleSession.onLastWork(work);
