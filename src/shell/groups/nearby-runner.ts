/**
 * Finds the name of a site runner that this console can reach over HTTPS in the same network. A broker reply
 * would not do, because a runner answers over the broker from anywhere.
 */
import { isAppError } from '#protocol/app-error.ts';
import { type Fetch, sendRequest } from '#protocol/json-request.ts';

/** A runner in the same network answers in milliseconds; another network may swallow the request. */
const REQUEST_TIMEOUT_MS = 10_000;
const MAX_NAME_LENGTH = 255;

/** `refused`: an unexpected status. `unreachable`: no answer, or none that the browser trusts. */
export type RunnerAnswer =
  | { name: 'named'; hostname: string }
  | { name: 'nameless' }
  | { name: 'refused'; status: number }
  | { name: 'unreachable' };

/** Requests the name of the runner at `url`. Never rejects. */
export async function askRunner(fetch: Fetch, url: string): Promise<RunnerAnswer> {
  try {
    const answer = await sendRequest(fetch, {
      url: new URL('/dnslookup', url).href,
      timeoutMs: REQUEST_TIMEOUT_MS,
    });
    const hostname = (await answer.text()).trim();
    const isName = hostname !== '' && hostname.length <= MAX_NAME_LENGTH;
    return isName ? { name: 'named', hostname } : { name: 'nameless' };
  } catch (error) {
    const status = isAppError(error) ? error.detail.status : undefined;
    return status === undefined ? { name: 'unreachable' } : { name: 'refused', status };
  }
}

/**
 * Resolves with the first name received. Null: the site has runners, but none is reachable from here.
 * Undefined: no runner announced itself, which may be temporary.
 */
export function nearbyRunnerName(deps: {
  eachRunner(found: (url: string, isUntrusted: boolean) => void): Promise<unknown>;
  nameAt(url: string, isUntrusted: boolean): Promise<string | undefined>;
}): Promise<string | null | undefined> {
  const names: Promise<string | undefined>[] = [];
  return new Promise((resolve) => {
    const all = deps.eachRunner((url, isUntrusted) => {
      const name = deps.nameAt(url, isUntrusted);
      names.push(name);
      void name.then((found) => {
        if (found !== undefined) resolve(found);
      });
    });
    void all.then(() => Promise.all(names)).then(() => resolve(names.length === 0 ? undefined : null));
  });
}
