/**
 * Does every action once and answers every one (wire protocol, Console → devices). Senders repeat what was
 * not acknowledged: a repeated id gets the first answer again.
 */
import { type Action, actionTtlSeconds } from '#protocol/action.ts';
import type { ActionContext, ActionHandler, ActionOutcome } from './action-handlers.ts';
import type { Clock } from './clock.ts';

export type ReceivedAction = ActionContext & {
  action: Action;
  /** What the broker left of *Message expiry*. */
  expirySeconds: number | undefined;
};

/** Ids are dropped oldest first beyond this; a class's lesson stays far below it. */
const MOST_REMEMBERED = 2_000;

export function createActionDesk(deps: {
  clock: Clock;
  handlers: ReadonlyMap<string, ActionHandler>;
  onRepeated: () => void;
}) {
  const remembered = new Map<string, { outcome: ActionOutcome; until: number }>();

  const forget = (now: number) => {
    for (const [key, { until }] of remembered) {
      if (until > now && remembered.size <= MOST_REMEMBERED) break;
      remembered.delete(key);
    }
  };

  return {
    handle({ action, expirySeconds, ...context }: ReceivedAction): ActionOutcome {
      const now = deps.clock.now();
      const ttlMs = actionTtlSeconds(action.action) * 1_000;
      const key = `${context.tutorId} ${action.id}`;
      const before = remembered.get(key);
      if (before !== undefined && before.until > now) {
        deps.onRepeated();
        return before.outcome;
      }
      // The broker withholds what has expired. Only without its property the sender's clock has to do, because
      // the clocks of school machines are often minutes off.
      const expired = expirySeconds === undefined && now - action.timeSent > ttlMs;
      const handler = deps.handlers.get(action.action);
      const outcome: ActionOutcome = expired
        ? { ok: false, code: 'expired' }
        : (handler?.(action.parameters, context) ?? { ok: false, code: 'unsupported' });
      remembered.delete(key);
      remembered.set(key, { outcome, until: now + ttlMs });
      forget(now);
      return outcome;
    },
  };
}
