/** Assembles the services of the auth routes from the platform's tokens, sessions and identities. */

import type { PlatformOptions } from '#base/platform-options.ts';
import type { MakeRateLimit } from '#base/rate-limit.ts';
import type { Addresses } from '#http/addresses.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { AuthRoutesDeps } from './auth-routes.ts';
import { createEnrolment } from './enrolment/enrolment.ts';
import { type BearersDeps, createBearers } from './sessions/bearer.ts';
import { createHandOverCodes } from './sign-in/hand-overs.ts';
import { createSetUpCodes } from './sign-in/set-up-codes.ts';
import { createSignIns } from './sign-in/sign-ins.ts';

type AuthParts = Pick<AuthRoutesDeps, 'signIns' | 'bearers' | 'handOvers' | 'enrolment' | 'setUpCodes'>;

export function createAuthParts({
  db,
  tokens,
  sessions,
  verifyIdToken,
  addresses,
  options,
  rateLimit,
  clock,
  removalClock,
}: Pick<BearersDeps, 'db' | 'tokens' | 'sessions' | 'verifyIdToken'> & {
  addresses: Addresses;
  options: Pick<PlatformOptions, 'mostPages' | 'mqttBroker'>;
  rateLimit: MakeRateLimit;
  clock: () => EpochMs;
  /** See `removal-clock.ts`. */
  removalClock: () => EpochMs;
}): AuthParts {
  const signIns = createSignIns({ db, tokens, clock, removalClock });
  return {
    signIns,
    bearers: createBearers({
      db,
      tokens,
      sessions,
      signIns,
      verifyIdToken,
      loginOrigin: new URL(addresses.loginUrl).origin,
    }),
    handOvers: createHandOverCodes({ db, sessions, clock, removalClock }),
    enrolment: createEnrolment({
      db,
      mostPages: options.mostPages,
      knowsConnections: options.mqttBroker === undefined,
      clock,
    }),
    setUpCodes: createSetUpCodes(rateLimit),
  };
}
