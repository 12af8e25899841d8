/** The facts that the activity area shows about an action, derived from its run. */

import type { ActionRunState } from '#live/action-run.ts';
import type { Answer } from '#protocol/threads/live-action.ts';

/**
 * `queued`: waits for the connection. `sending`: about to be sent. `sent`: no answer yet. `answering`: some
 * answers. An ended action is `confirmed` by all devices, `incomplete`, `nobody` (no device was connected),
 * or was never delivered. `superseded`: replaced by a later action on all devices that had not confirmed.
 */
export type ActivityPhase =
  | 'queued'
  | 'sending'
  | 'sent'
  | 'answering'
  | 'confirmed'
  | 'incomplete'
  | 'nobody'
  | 'expired'
  | 'refused'
  | 'invalid'
  | 'superseded';

/** Reply codes with a text (docs/protocol.md). Agents may send others. */
const SAID_CODES = [
  'unsupported',
  'refused',
  'cancelled',
  'privacy',
  'no-screen',
  'unavailable',
  'busy',
  'not-found',
  'expired',
  'invalid',
] as const;
type SaidCode = (typeof SAID_CODES)[number];

/**
 * `offline`: the device was not connected when the action was sent, so no answer is expected. `said-…`: the
 * device answered with this code; `failed`: with another code or none.
 */
export type MissingReason = Exclude<Answer['state'], 'confirmed'> | 'offline' | `said-${SaidCode}`;

export type Missing = { reason: MissingReason; clientIds: readonly string[] };

export type ActivityFacts = {
  phase: ActivityPhase;
  confirmedCount: number;
  /** All recipients. */
  count: number;
  /** The recipients that have not confirmed, by reason. */
  missing: readonly Missing[];
};

const REASONS: readonly MissingReason[] = [
  'waiting',
  'silent',
  'offline',
  ...SAID_CODES.map((code) => `said-${code}` as const),
  'failed',
  'refused',
  'expired',
  'invalid',
  'superseded',
];

type Counts = { confirmedCount: number; supersededCount: number; count: number };

function phaseOf(
  { delivery, ended, answers }: ActionRunState,
  { confirmedCount, supersededCount, count, isConnected }: Counts & { isConnected: boolean },
): ActivityPhase {
  if (delivery.name === 'queued') return isConnected ? 'sending' : 'queued';
  if (delivery.name !== 'sent') return delivery.name;
  if (!ended) return confirmedCount === 0 ? 'sent' : 'answering';
  if (answers.size === 0) return 'nobody';
  if (confirmedCount === count) return 'confirmed';
  return confirmedCount + supersededCount === count ? 'superseded' : 'incomplete';
}

function reasonOf({ state, reply }: Answer): MissingReason | 'confirmed' {
  const code = state === 'failed' ? SAID_CODES.find((each) => each === reply?.code) : undefined;
  return code === undefined ? state : `said-${code}`;
}

/** `recipients`: the clients that the tutor had selected. A group message may be answered by others too. */
export function activityFacts(
  state: ActionRunState,
  { isConnected, recipients }: { isConnected: boolean; recipients: Iterable<string> },
): ActivityFacts {
  const byReason = new Map<MissingReason | 'confirmed', string[]>();
  const count = (reason: MissingReason | 'confirmed', clientId: string) => {
    const same = byReason.get(reason);
    if (same) same.push(clientId);
    else byReason.set(reason, [clientId]);
  };
  for (const answer of state.answers.values()) count(reasonOf(answer), answer.clientId);
  let absentCount = 0;
  for (const clientId of recipients) {
    if (state.answers.has(clientId)) continue;
    absentCount += 1;
    // Absent devices may still be identified until the action has ended.
    if (state.ended && state.delivery.name === 'sent') count('offline', clientId);
  }
  const numbers = {
    confirmedCount: byReason.get('confirmed')?.length ?? 0,
    count: state.answers.size + absentCount,
  };
  return {
    ...numbers,
    phase: phaseOf(state, {
      ...numbers,
      supersededCount: byReason.get('superseded')?.length ?? 0,
      isConnected,
    }),
    missing: REASONS.flatMap((reason) => {
      const clientIds = byReason.get(reason);
      return clientIds ? [{ reason, clientIds }] : [];
    }),
  };
}

/** True if the phase will not change any more. */
export const isOver = (phase: ActivityPhase): boolean =>
  !['queued', 'sending', 'sent', 'answering'].includes(phase);
