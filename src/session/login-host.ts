/** Checks whether the login host answers, to avoid the browser's own error page without a network. */
import type { Fetch } from '#protocol/json-request.ts';

/** A slower login host counts as unreachable. */
const TIMEOUT_MS = 2_500;

/** True for any answer, because the login page handles errors itself. */
export async function reachesLoginHost(fetch: Fetch, loginUrl: string): Promise<boolean> {
  try {
    await fetch(`${loginUrl}/healthz`, {
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return true;
  } catch {
    return false;
  }
}
