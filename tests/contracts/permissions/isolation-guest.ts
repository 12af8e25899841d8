/** A raw connection of one actor of the isolation matrix. */
import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';
import { deviceClaims, runnerClaims, tutorClaims } from '../broker/broker-claims.ts';
import type { TestBroker } from '../broker/broker-harness.ts';
import { openRawGuest } from '../broker/broker-raw-guest.ts';
import type { Actor } from './isolation-world.ts';

export type Guest = Awaited<ReturnType<typeof openGuest>>;

export function claimsOf({ kind, id, tenant, site, userId, authType, maintainer }: Actor): AccessTokenClaims {
  const place = { tenant, site, aud: tenant };
  if (kind === 'runner') return runnerClaims(id, place);
  if (kind === 'device') return deviceClaims(id, { ...place, userId, authType });
  return tutorClaims(id, {
    ...place,
    roles: maintainer ? ['consoleUser', 'groupMaintainer'] : ['consoleUser'],
  });
}

export async function openGuest(test: TestBroker, actor: Actor) {
  const claims = claimsOf(actor);
  const guest = await openRawGuest(test.url, test.token(claims), claims);
  return Object.assign(guest, { actor });
}
