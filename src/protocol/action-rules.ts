/** Delivery of each action: its time to live, how long answers are collected, and permitted targets. */
import type { Action } from './action.ts';
import type { ActionName } from './action-parameters.ts';

/** Lock and notification stay useful for 10 min, every other action for 60 s. */
export const actionTtlSeconds = (action: string): number =>
  action === 'lock' || action === 'notification' ? 600 : 60;

/** Milliseconds from sending for which answers are awaited. Other actions wait for their time to live. */
export const COLLECTION_MS: Partial<Record<ActionName, number>> = {
  snapshot: 4_000,
  updateDeviceInventory: 60_000,
  updateInvent: 60_000,
  retrieveFiles: 120_000,
  ping: 15_000,
  // Every runner of the site may answer, because a console tries the address of each.
  dnslookup: 10_000,
  // A tutor waits in front of the screen, as for a live screen or a share.
  remoteControl: 15_000,
};

/** A ping is sent again after these pauses, in ms, during its 15 s (3 retries, growing delay). */
export const PING_RETRY_DELAYS_MS = [1_000, 3_000, 5_000] as const;

/**
 * Milliseconds that a poll is open unless it is finished: a school day, for a forgotten one. For that time
 * consoles collect its answers, and devices store its message and their own answers.
 */
export const POLL_OPEN_MS = 12 * 3_600_000;

/**
 * Milliseconds for which an action's id identifies its repetitions. A restarted console repeats its open
 * polls, long after they were sent, to receive the answers again.
 */
export const rememberedMs = ({ action, parameters }: Pick<Action, 'action' | 'parameters'>): number =>
  action === 'poll' && !('finish' in parameters) ? POLL_OPEN_MS : actionTtlSeconds(action) * 1_000;

/**
 * Each message of these goes to one named client, never to a group or a person. They carry or return
 * credentials, or name the place where a tutor waits for one client's screen.
 */
export const SINGLE_CLIENT_ACTIONS: ReadonlySet<string> = new Set<ActionName>([
  'login',
  'remoteControl',
  'liveScreen',
]);

/** Sent to one client at a time, because the tutor waits for a single connection. */
export const ONE_CLIENT_AT_A_TIME: ReadonlySet<string> = new Set<ActionName>(['remoteControl', 'liveScreen']);

/** A device answers these more than once: on receipt, and whenever the student reacts. */
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

/** Sent to `T/siterunners/…`, not to devices. `ping` goes to either. */
export const RUNNER_ACTIONS: ReadonlySet<string> = new Set<ActionName>(['wol', 'dnslookup', 'ping']);
