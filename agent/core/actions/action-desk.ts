/**
 * Does every action once and answers every one. Senders repeat an action that was not acknowledged: a repeated id gets
 * the first answer again, and the newest one where there was more to say.
 */
import type { Action } from '#protocol/action.ts';
import { actionTtlSeconds, POLL_OPEN_MS } from '#protocol/action-rules.ts';
import type { Clock, EpochMs } from '#protocol/clock.ts';
import type { ActionOutcome } from './action-handlers.ts';

export type ReceivedAction = {
  tutorId: string;
  action: Action;
  /** What the broker left of *Message expiry*. */
  expirySeconds: number | undefined;
};

/** An action that had its effect, or that was refused. */
export type DoneAction = {
  id: string;
  action: string;
  at: EpochMs;
  ok: boolean;
};

/** Ids are dropped oldest first beyond this; a class's lesson stays far below it. */
const MAX_REMEMBERED = 2_000;
/** It changes nothing, and its picture is too large to be kept for a repetition: it is taken again. */
const DONE_AGAIN = 'snapshot';
const FAILED: ActionOutcome = { ok: false, code: 'failed' };

type Remembered = {
  /** Undefined while it is being done. */
  first: ActionOutcome | undefined;
  newest: ActionOutcome | undefined;
  until: number;
};

export function createActionDesk<Received extends ReceivedAction>(deps: {
  clock: Clock;
  /** `say` answers once more, now or any time later. */
  perform: (
    received: Received,
    say: (outcome: ActionOutcome) => void,
  ) => ActionOutcome | Promise<ActionOutcome>;
  answer: (received: Received, outcome: ActionOutcome) => void;
  onDone?: ((done: DoneAction) => void) | undefined;
  onRepeated: () => void;
}) {
  const { clock } = deps;
  const remembered = new Map<string, Remembered>();

  const forget = () => {
    for (const [key, { until }] of remembered)
      if (until <= clock.now() || remembered.size > MAX_REMEMBERED) remembered.delete(key);
  };

  const act = (received: Received, entry: Remembered): ActionOutcome | Promise<ActionOutcome> => {
    const { action, expirySeconds } = received;
    const ttlMs = actionTtlSeconds(action.action) * 1_000;
    // The broker withholds what has expired. Only without its property the sender's clock has to do, because
    // the clocks of school machines are often minutes off.
    if (expirySeconds === undefined && clock.now() - action.timeSent > ttlMs)
      return { ok: false, code: 'expired' };
    return deps.perform(received, (outcome) => {
      entry.newest = outcome;
      deps.answer(received, outcome);
    });
  };

  const answerFirst = (received: Received, entry: Remembered, outcome: ActionOutcome) => {
    const { id, action } = received.action;
    const isFirst = entry.first === undefined;
    entry.first = outcome;
    if (isFirst) deps.onDone?.({ id, action, at: clock.now(), ok: outcome.ok });
    deps.answer(received, outcome);
  };

  /** A device that fails at one action still has to do the next one. */
  const begin = (received: Received, entry: Remembered) => {
    const settle = (outcome: ActionOutcome) => answerFirst(received, entry, outcome);
    try {
      const outcome = act(received, entry);
      if (outcome instanceof Promise) outcome.then(settle, () => settle(FAILED));
      else settle(outcome);
    } catch {
      settle(FAILED);
    }
  };

  const repeat = (received: Received, entry: Remembered) => {
    deps.onRepeated();
    // The answer that is on its way is the repetition's as well.
    if (entry.first === undefined) return;
    if (entry.first.ok && received.action.action === DONE_AGAIN) {
      begin(received, entry);
      return;
    }
    deps.answer(received, entry.first);
    if (entry.newest !== undefined) deps.answer(received, entry.newest);
  };

  return {
    /** Has the action been heard, and not been forgotten? */
    knows: (tutorId: string, id: string): boolean =>
      (remembered.get(`${tutorId} ${id}`)?.until ?? 0) > clock.now(),
    handle(received: Received): void {
      const { action, tutorId } = received;
      const key = `${tutorId} ${action.id}`;
      const before = remembered.get(key);
      if (before !== undefined && before.until > clock.now()) {
        repeat(received, before);
        return;
      }
      const until = clock.now() + rememberedMs(action);
      const entry: Remembered = { first: undefined, newest: undefined, until };
      remembered.delete(key);
      remembered.set(key, entry);
      forget();
      begin(received, entry);
    },
  };
}

/** A console that was started anew repeats its open polls, long after they were asked, to hear the answers again. */
const rememberedMs = ({ action, parameters }: Action): number =>
  action === 'poll' && !('finish' in parameters) ? POLL_OPEN_MS : actionTtlSeconds(action) * 1_000;
