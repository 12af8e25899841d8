/** The recent messages to groups, because senders repeat an action until it expires. */
import type { Scope } from '#protocol/topics.ts';

const RETENTION_MS = 15 * 60_000;
const MAX_ENTRIES = 5_000;

export type HeardMessages = {
  /** Whether the message is new, in which case it is stored. */
  isNew(message: string, forMs?: number): boolean;
  has(message: string): boolean;
  remember(message: string, forMs: number): void;
};

/** `now`: epoch milliseconds. */
export function createHeardMessages(now: () => number): HeardMessages {
  /** The expiry of each message key, oldest first. */
  const heard = new Map<string, number>();

  function forgetOld(): void {
    const at = now();
    for (const [known, until] of heard) if (until <= at || heard.size > MAX_ENTRIES) heard.delete(known);
  }

  return {
    isNew(message, forMs = RETENTION_MS) {
      forgetOld();
      if (heard.has(message)) return false;
      heard.set(message, now() + forMs);
      return true;
    },
    has: (message) => heard.has(message),
    remember: (message, forMs) => void heard.set(message, now() + forMs),
  };
}

/** The key of a message. Tutors and actions of two sites may have the same ids. */
export const messageKey = ({ tenant, site }: Scope, tutorId: string, actionId: string): string =>
  `${tenant}/${site}/${tutorId} ${actionId}`;
