/** How each action travels: its time to live, how long answers are collected, and whom it may be sent to. */
import type { ActionName } from './action-parameters.ts';

/** Lock and notification are worth doing for 10 min, everything else for 60 s. Seconds. */
export const actionTtlSeconds = (action: string): number =>
  action === 'lock' || action === 'notification' ? 600 : 60;

/**
 * Milliseconds from sending until nobody is waited for any more. An action that is not here waits
 * for as long as it lives.
 */
export const COLLECTION_MS: Partial<Record<ActionName, number>> = {
  snapshot: 4_000,
  updateDeviceInventory: 60_000,
  updateInvent: 60_000,
  retrieveFiles: 120_000,
  ping: 15_000,
  // Every runner of the site may answer: a console tries the address of each.
  dnslookup: 10_000,
  // Nothing is said of it; somebody waits before the screen, as for a live screen or a share.
  remoteControl: 15_000,
};

/** A ping is said again after these pauses, in ms, while its 15 s last (3 retries, growing delay). */
export const PING_RETRY_DELAYS_MS = [1_000, 3_000, 5_000] as const;

/**
 * Milliseconds that a poll is open unless it is finished: a school day, for one that was forgotten. So long consoles
 * collect its answers, and devices remember its message and what they answered it.
 */
export const POLL_OPEN_MS = 12 * 3_600_000;

/**
 * Each message of these goes to one named client, never to a group or a person: they carry or bring credentials, or name
 * the place where a tutor waits for the screen of one.
 */
export const SINGLE_CLIENT_ACTIONS: ReadonlySet<string> = new Set<ActionName>([
  'login',
  'remoteControl',
  'liveScreen',
]);

/** Asked of one client at a time: the tutor waits for the connection of one. */
export const ONE_CLIENT_AT_A_TIME: ReadonlySet<string> = new Set<ActionName>(['remoteControl', 'liveScreen']);

/** A device answers these more than once: when it has it, and whenever the student does something about it. */
export const REPEATING_REPLIES: ReadonlySet<string> = new Set<ActionName>([
  'poll',
  'requestName',
  'fullScreen',
  'powerAction',
  'shareScreen',
  'liveScreen',
  'transferFiles',
  'collectFiles',
]);

/** They go to `T/siterunners/…`, not to devices. `ping` goes to either. */
export const RUNNER_ACTIONS: ReadonlySet<string> = new Set<ActionName>(['wol', 'dnslookup', 'ping']);
