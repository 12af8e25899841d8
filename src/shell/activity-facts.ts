/** What the activity area says of an action: plain derivations of its run. */
import type { Answer } from '#protocol/live-action.ts';
import type { ActionRunState } from '../live/action-run.ts';

/**
 * `queued`: waits for the connection. `sending`: is about to leave. `sent`: nobody has answered yet. `answering`: some
 * have. Then it has ended: `confirmed` by everybody, `incomplete`, by `nobody` because nobody was there, or it never
 * arrived. `superseded`: a later one took its place wherever it had not been done.
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

/** `offline`: was not connected when it was sent, so that nobody waits for its answer. */
export type Missing = {
  reason: Exclude<Answer['state'], 'confirmed'> | 'offline';
  clientIds: readonly string[];
};

export type ActivityFacts = {
  phase: ActivityPhase;
  confirmedCount: number;
  /** Everybody whom it was meant for. */
  count: number;
  /** Those of them who have not confirmed, by why. */
  missing: readonly Missing[];
};

const REASONS: readonly Missing['reason'][] = [
  'waiting',
  'silent',
  'offline',
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

/** `meant`: the clients that the tutor had chosen. Others may answer as well, where it went to a whole group. */
export function activityFacts(
  state: ActionRunState,
  { isConnected, meant }: { isConnected: boolean; meant: Iterable<string> },
): ActivityFacts {
  const byReason = new Map<Answer['state'] | 'offline', string[]>();
  const count = (reason: Answer['state'] | 'offline', clientId: string) => {
    const same = byReason.get(reason);
    if (same) same.push(clientId);
    else byReason.set(reason, [clientId]);
  };
  for (const answer of state.answers.values()) count(answer.state, answer.clientId);
  let absentCount = 0;
  for (const clientId of meant) {
    if (state.answers.has(clientId)) continue;
    absentCount += 1;
    // Until then they are only not known yet.
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

/** Nothing more will happen by itself. */
export const isOver = (phase: ActivityPhase): boolean =>
  !['queued', 'sending', 'sent', 'answering'].includes(phase);
