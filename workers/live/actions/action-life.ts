/** The phases of one action: how long it waits for answers, and for how long late ones count. */
import { actionTtlSeconds, COLLECTION_MS, POLL_OPEN_MS, REPEATING_REPLIES } from '#protocol/action-rules.ts';
import type { Clock, EpochMs } from '#protocol/clock.ts';
import type { ActionRequest } from '#protocol/threads/live-action.ts';
import { startPingRetries } from './pings.ts';

/** Late answers count for this long. */
const RETENTION_MS = 60_000;
/** Some answers change later with the student's input; they count for this long after the last one. */
const LONG_RETENTION_MS = 600_000;
/** An older poll request is a repetition by its tab, after an earlier worker ended. */
const MAX_AGE_MS = 5_000;

/** Times on the worker's clock. */
export type ActionTimes = {
  askedAt: EpochMs;
  expiresAt: EpochMs;
  /** The action asks a question, which stays open until it is closed. */
  isPoll: boolean;
  /** A poll that its tab repeats to a new worker. Devices repeat their answers. */
  isResumed: boolean;
};

export function actionTimes({ action, parameters }: ActionRequest, ageMs: number, now: number): ActionTimes {
  const askedAt = now - ageMs;
  const isPoll = action === 'poll' && !('finish' in parameters);
  const isResumed = isPoll && ageMs > MAX_AGE_MS;
  const expiresAt = (isResumed ? now : askedAt) + actionTtlSeconds(action) * 1_000;
  return { askedAt, expiresAt, isPoll, isResumed };
}

type Phase =
  /** Messages are being sent. The time for answers has not started. */
  | { name: 'sending' }
  /** Answers are awaited until a deadline. */
  | { name: 'collecting'; stop: () => void }
  /** No answer is awaited. Late answers still count, until the action is removed. */
  | { name: 'ended' };

export type ActionLifeDeps = {
  clock: Clock;
  action: ActionRequest['action'];
  times: ActionTimes;
  resend(): void;
  onDeadline(): void;
  /** No further answer counts. */
  onOver(): void;
};

export function createActionLife({ clock, action, times, resend, onDeadline, onOver }: ActionLifeDeps) {
  let phase: Phase = { name: 'sending' };
  const lateMs = REPEATING_REPLIES.has(action) ? LONG_RETENTION_MS : RETENTION_MS;
  /** A poll is stored longer, until it is closed. */
  let retentionMs = times.isPoll ? POLL_OPEN_MS : lateMs;
  let stopRemoval = () => {};

  function enter(next: Phase) {
    if (phase.name === 'collecting') phase.stop();
    phase = next;
  }

  return {
    hasEnded: () => phase.name === 'ended',
    /** Waits for answers, for the collection time of this action from `since`. */
    collect(since: EpochMs) {
      const collectionMs = COLLECTION_MS[action];
      const endsAt = collectionMs === undefined ? times.expiresAt : since + collectionMs;
      const stopDeadline = clock.after(Math.max(0, endsAt - clock.now()), onDeadline);
      const stopRetries = action === 'ping' ? startPingRetries(clock, resend) : () => {};
      const stop = () => {
        stopDeadline();
        stopRetries();
      };
      enter({ name: 'collecting', stop });
    },
    end: () => enter({ name: 'ended' }),
    /** Starts or restarts the time after which the action is removed. */
    keep() {
      stopRemoval();
      stopRemoval = clock.after(retentionMs, onOver);
    },
    /** The poll is closed, so it is no longer stored for the long time. */
    closePoll() {
      retentionMs = lateMs;
    },
    stop() {
      enter({ name: 'ended' });
      stopRemoval();
    },
  };
}
