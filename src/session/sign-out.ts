import { consoleSession } from './console-session.ts';
import type { SessionEnd } from './session-ends.ts';
import type { SignOutReason } from './session-state.ts';

/** Ends the session here and in every tab of its site, and leaves for the login page. */
export const signOut = (reason?: SignOutReason): Promise<void> => consoleSession.signOut(reason);

/**
 * Calls `listener` when the session ends or is switched, so that it lets go of what belongs to the session (connections,
 * caches); the page is left at most 1.5 s later. The returned function ends that.
 */
export const onSignOut = (listener: (end: SessionEnd) => void | Promise<void>): (() => void) =>
  consoleSession.onEnd(listener);
