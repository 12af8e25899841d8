import { consoleSession } from './console-session.ts';

/**
 * An access token valid for at least 30 s, refreshed if needed. Undefined when signed out and the last work
 * (sign-out.ts) is done. `rejected`: the token that a service has just refused. Throws `unreachable` if the
 * token has expired and cannot be refreshed.
 */
export const freshToken = (rejected?: string): Promise<string | undefined> =>
  consoleSession.freshToken(rejected);
