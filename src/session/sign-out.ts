import { consoleSession } from './console-session.ts';
import type { SessionEnd } from './session-life.ts';
import type { SignOutReason } from './session-state.ts';

/** Ends the session here and in every tab of its site, and leaves for the login page (SIGN-35 … SIGN-37). */
export const signOut = (reason?: SignOutReason): Promise<void> => consoleSession.signOut(reason);

/**
 * To let go of what belongs to the session (connections, caches) when it ends or is switched; the page is left
 * at most 1.5 s later. Returns its undo.
 */
export const onSignOut = (listener: (end: SessionEnd) => void | Promise<void>): (() => void) =>
  consoleSession.onEnd(listener);
