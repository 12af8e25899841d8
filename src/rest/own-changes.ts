/**
 * Which changes this tab has made, and what it has read since: the notification of an own change, which comes a second
 * after the answer to the write, need not make it read again what it has read after that answer.
 */
import type { Notification } from '#protocol/notification.ts';
import { changedName } from '#protocol/rest/change-time.ts';

/** How many changes are remembered; a notification comes seconds after its change at most. */
const MAX_CHANGES = 200;

/** Puts what happens in this tab in an order, also within a millisecond. */
export type Moment = number;
let lastMoment: Moment = 0;
export const nextMoment = (): Moment => {
  lastMoment += 1;
  return lastMoment;
};

export type OwnChanges = {
  /** A write has been answered. `at`: the platform's time of the change. `changed`: as `parseChanged` reads them. */
  note(at: number, changed: readonly string[]): void;
  /** When this tab had the answer to the write that made this change; undefined for a change made elsewhere. */
  answered(change: Notification): Moment | undefined;
};

export function createOwnChanges(): OwnChanges {
  const answers = new Map<string, Moment>();
  return {
    note(at, changed) {
      const now = nextMoment();
      for (const name of changed) answers.set(`${at} ${name}`, now);
      for (const oldest of answers.keys()) {
        if (answers.size <= MAX_CHANGES) break;
        answers.delete(oldest);
      }
    },
    answered: (change) => answers.get(`${change.at} ${changedName(change)}`),
  };
}

export const ownChanges = createOwnChanges();
