/**
 * Ended families whose access tokens may not have expired yet. A signed token verifies until it expires, so
 * services that cannot query the database for each call look here. Held in memory; `ended-sessions-feed.ts`
 * adds the ends of other processes.
 */

import { familyOf } from '#protocol/auth/access-token.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { createListeners } from '#protocol/observable.ts';

export type EndedSessions = {
  /** Adds a family and notifies the listeners once. */
  add(tenant: string, family: string): void;
  /** Whether the family of the access token with this jti has ended. */
  has(tenant: string, jti: string | undefined): boolean;
  /** `listener` is called synchronously for each family that ends. Returns the unlisten. */
  listen(listener: (tenant: string, family: string) => void): () => void;
};

/** Upper limit of the option ACCESS_TOKEN_SECONDS. */
export const MAX_ACCESS_TOKEN_SECONDS = 3_600;

export function createEndedSessions(clock: () => EpochMs): EndedSessions {
  /** When each entry expires, oldest first. */
  const ended = new Map<string, EpochMs>();
  const listeners = createListeners<[tenant: string, family: string]>();

  function forgetOld(): void {
    for (const [key, until] of ended) {
      if (until > clock()) return;
      ended.delete(key);
    }
  }

  return {
    add(tenant, family) {
      forgetOld();
      const key = keyOf(tenant, family);
      if (ended.has(key)) return;
      ended.set(key, clock() + MAX_ACCESS_TOKEN_SECONDS * 1000);
      listeners.tell(tenant, family);
    },
    has(tenant, jti) {
      const family = familyOf(jti);
      return family !== undefined && ended.has(keyOf(tenant, family));
    },
    listen: listeners.subscribe,
  };
}

// Tenant keys are labels of host names, so they contain no space.
const keyOf = (tenant: string, family: string) => `${tenant} ${family}`;
