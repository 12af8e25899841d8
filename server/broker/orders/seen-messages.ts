/** The recent messages to groups, because senders repeat an action until it expires. */
import type { EpochMs } from '#protocol/clock.ts';
import type { Scope } from '#protocol/topics.ts';

const RETENTION_MS = 15 * 60_000;
const MAX_ENTRIES = 5_000;

export type SeenMessages = {
  /** Whether the message is new, in which case it is stored. */
  isNew(message: string, forMs?: number): boolean;
  has(message: string): boolean;
  remember(message: string, forMs: number): void;
};

export function createSeenMessages(now: () => EpochMs): SeenMessages {
  /** The expiry of each message key, oldest first. */
  const seen = new Map<string, EpochMs>();

  function forgetOld(): void {
    const at = now();
    for (const [known, until] of seen) if (until <= at || seen.size > MAX_ENTRIES) seen.delete(known);
  }

  return {
    isNew(message, forMs = RETENTION_MS) {
      forgetOld();
      if (seen.has(message)) return false;
      seen.set(message, now() + forMs);
      return true;
    },
    has: (message) => seen.has(message),
    remember: (message, forMs) => void seen.set(message, now() + forMs),
  };
}

/** The key of a message. Tutors and actions of two sites may have the same ids. */
export const messageKey = ({ tenant, site }: Scope, tutorId: string, actionId: string): string =>
  `${tenant}/${site}/${tutorId} ${actionId}`;
