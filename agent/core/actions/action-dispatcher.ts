/**
 * Performs every action once and replies to every one. Senders repeat an action that was not acknowledged, so
 * a repeated id is answered with the first reply, and with the newest one if there was a later one.
 */
import type { Action } from '#protocol/action.ts';
import { actionTtlSeconds, rememberedMs } from '#protocol/action-rules.ts';
import type { Clock, EpochMs } from '#protocol/clock.ts';
import { type Eventually, FAILED } from '../outcome.ts';
import type { ActionOutcome } from './action-handlers.ts';

export type ReceivedAction = {
  tutorId: string;
  action: Action;
  /** The rest of *Message expiry*, as the broker reports it. */
  expirySeconds: number | undefined;
};

/** An action that was performed or refused. */
export type DoneAction = {
  id: string;
  action: string;
  at: EpochMs;
  ok: boolean;
};

/** The oldest ids are dropped beyond this number. One class's lesson stays far below it. */
const MAX_REMEMBERED = 2_000;
/** A snapshot changes nothing, and its picture is too large to cache, so a repetition takes a new one. */
const REPEATABLE = 'snapshot';

type Remembered = {
  /** Undefined until the action has its first outcome. */
  first: ActionOutcome | undefined;
  newest: ActionOutcome | undefined;
  until: EpochMs;
};

export function createActionDispatcher<Received extends ReceivedAction>(deps: {
  clock: Clock;
  /** `reply` sends a further reply, now or at any later time. */
  perform: (received: Received, reply: (outcome: ActionOutcome) => void) => Eventually<ActionOutcome>;
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

  const act = (received: Received, entry: Remembered): Eventually<ActionOutcome> => {
    const { action, expirySeconds } = received;
    const ttlMs = actionTtlSeconds(action.action) * 1_000;
    // The broker withholds expired messages. The sender's clock is only used when the broker's property is
    // missing, because the clocks of school machines are often minutes off.
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

  /** Catches every failure, because a device that fails at one action must still perform the next one. */
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
    // The first reply is still pending and will answer the repetition as well.
    if (entry.first === undefined) return;
    if (entry.first.ok && received.action.action === REPEATABLE) {
      begin(received, entry);
      return;
    }
    deps.answer(received, entry.first);
    if (entry.newest !== undefined) deps.answer(received, entry.newest);
  };

  return {
    /** True if the action was received and its id is still cached. */
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
