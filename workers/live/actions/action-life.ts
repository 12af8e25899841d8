/** How long one action waits for its answers, and for how long late ones count. */
import { actionTtlSeconds, COLLECTION_MS, POLL_OPEN_MS, REPEATING_REPLIES } from '#protocol/action-rules.ts';
import type { Clock } from '#protocol/clock.ts';
import type { ActionRequest } from '#protocol/threads/live-action.ts';
import { startPingRetries } from './pings.ts';

/** Answers that come too late still count for so long. */
const LATE_MS = 60_000;
/** Some answers change later with what the student does: they count for so long after the last one. */
const LATE_REPEATED_MS = 600_000;
/** A poll this old was asked before, by its tab to a worker that has ended. */
const CARRIED_ON_AFTER_MS = 5_000;

/** Times are epoch ms on the worker's clock. */
export type ActionTimes = {
  askedAt: number;
  expiresAt: number;
  /** It asks a question, which stays open until it is closed. */
  isPoll: boolean;
  /** A question that its tab repeats to a worker that took over. Devices repeat what they answered. */
  isCarriedOn: boolean;
};

export function actionTimes({ action, parameters }: ActionRequest, ageMs: number, now: number): ActionTimes {
  const askedAt = now - ageMs;
  const isPoll = action === 'poll' && !('finish' in parameters);
  const isCarriedOn = isPoll && ageMs > CARRIED_ON_AFTER_MS;
  const expiresAt = (isCarriedOn ? now : askedAt) + actionTtlSeconds(action) * 1_000;
  return { askedAt, expiresAt, isPoll, isCarriedOn };
}

type Phase =
  /** Messages leave. The time for answers has not begun. */
  | { name: 'sending' }
  /** Until a deadline. */
  | { name: 'collecting'; stop: () => void }
  /** Nobody is waited for. Late answers still count, until the action is forgotten. */
  | { name: 'ended' };

export type ActionLifeDeps = {
  clock: Clock;
  action: ActionRequest['action'];
  times: ActionTimes;
  sayAgain(): void;
  onDeadline(): void;
  /** No answer counts any more. */
  onOver(): void;
};

export function createActionLife({ clock, action, times, sayAgain, onDeadline, onOver }: ActionLifeDeps) {
  let phase: Phase = { name: 'sending' };
  const lateMs = REPEATING_REPLIES.has(action) ? LATE_REPEATED_MS : LATE_MS;
  /** A poll is kept for longer, until it is closed. */
  let keptMs = times.isPoll ? POLL_OPEN_MS : lateMs;
  let stopKeeping = () => {};

  function enter(next: Phase) {
    if (phase.name === 'collecting') phase.stop();
    phase = next;
  }

  return {
    hasEnded: () => phase.name === 'ended',
    /** Waits for answers, for as long as this action has after `since` (epoch ms). */
    collect(since: number) {
      const collectionMs = COLLECTION_MS[action];
      const endsAt = collectionMs === undefined ? times.expiresAt : since + collectionMs;
      const stopDeadline = clock.after(Math.max(0, endsAt - clock.now()), onDeadline);
      const stopRetries = action === 'ping' ? startPingRetries(clock, sayAgain) : () => {};
      const stop = () => {
        stopDeadline();
        stopRetries();
      };
      enter({ name: 'collecting', stop });
    },
    end: () => enter({ name: 'ended' }),
    /** Begins, or begins again, the time for which the action is kept. */
    keep() {
      stopKeeping();
      stopKeeping = clock.after(keptMs, onOver);
    },
    /** A poll is open no longer. */
    closePoll() {
      keptMs = lateMs;
    },
    stop() {
      enter({ name: 'ended' });
      stopKeeping();
    },
  };
}
