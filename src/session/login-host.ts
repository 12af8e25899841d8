/** Whether the login host answers: a browser without a network would show an error page of its own in the place of ours. */
import type { Fetch } from '#protocol/json-request.ts';

/** A login host that takes longer is treated as one that cannot be reached. */
const PATIENCE_MS = 2_500;

/** True for any answer, whatever it says: the page that follows has words for the rest. */
export async function reachesLoginHost(fetch: Fetch, loginUrl: string): Promise<boolean> {
  try {
    await fetch(`${loginUrl}/healthz`, {
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return true;
  } catch {
    return false;
  }
}
