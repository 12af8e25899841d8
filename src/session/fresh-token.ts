import { consoleSession } from './console-session.ts';

/**
 * An access token that is good for 30 s, refreshed if need be; undefined when signed out, once the last work (sign-out.ts)
 * is done. `rejected`: the token that a service has just refused. Throws `unreachable` when it has run out and nobody can be
 * asked for another.
 */
export const freshToken = (rejected?: string): Promise<string | undefined> =>
  consoleSession.freshToken(rejected);
