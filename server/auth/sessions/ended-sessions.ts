/**
 * The families that are over while their access tokens may still be in use: a token is signed and would be good until it expires, so
 * services that cannot ask the database for each call look here. In memory; `ended-sessions-feed.ts` brings what
 * other processes have ended.
 */

import { familyOf } from '#protocol/auth/access-token.ts';
import { createListeners } from '#protocol/observable.ts';

export type EndedSessions = {
  /** Remembers that a family is over and tells the listeners, once. */
  add(tenant: string, family: string): void;
  /** Whether the family that issued this access token, by its jti, is over. */
  has(tenant: string, jti: string | undefined): boolean;
  /** `listener` is called at once for each family that ends. Returns the unlisten. */
  listen(listener: (tenant: string, family: string) => void): () => void;
};

/** No access token lives longer (option ACCESS_TOKEN_SECONDS). */
export const MAX_ACCESS_TOKEN_SECONDS = 3_600;

/** `clock`: epoch milliseconds. */
export function createEndedSessions(clock: () => number): EndedSessions {
  /** When each may be forgotten, oldest first. */
  const ended = new Map<string, number>();
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

// Keys of tenants are labels of host names: they hold no space.
const keyOf = (tenant: string, family: string) => `${tenant} ${family}`;
