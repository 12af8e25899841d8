/**
 * Tracks the changes that this tab has made. The notification of an own change arrives a second after the
 * answer to the write. It need not trigger another read of data that was read after that answer.
 */
import type { Notification } from '#protocol/notification.ts';
import { changedName } from '#protocol/rest/change-time.ts';

/** Number of tracked changes; a notification arrives within seconds of its change. */
const MAX_CHANGES = 200;

/** A counter that orders events in this tab, even within a millisecond. */
export type Moment = number;
let lastMoment: Moment = 0;
export const nextMoment = (): Moment => {
  lastMoment += 1;
  return lastMoment;
};

export type OwnChanges = {
  /** Records an answered write. `at`: the platform's time. `changed`: as parsed by `parseChanged`. */
  note(at: number, changed: readonly string[]): void;
  /** The moment when the answer to the write arrived; undefined for a change made elsewhere. */
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
