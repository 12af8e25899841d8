/**
 * The name of a site runner that this console can reach itself, over HTTPS in the network that both are in. Over the broker a
 * runner answers from anywhere, which says nothing of where the console is.
 */
import { type Fetch, sendRequest } from '#protocol/json-request.ts';

/** A runner in the same network answers in milliseconds; another network may swallow the question. */
const ANSWER_WITHIN_MS = 10_000;
const MAX_NAME_LENGTH = 255;

/** The name that the runner at `url` says; undefined where it cannot be reached, or says none. Never rejects. */
export async function runnerNameAt(fetch: Fetch, url: string): Promise<string | undefined> {
  try {
    const answer = await sendRequest(fetch, {
      url: new URL('/dnslookup', url).href,
      timeoutMs: ANSWER_WITHIN_MS,
    });
    const name = (await answer.text()).trim();
    return name === '' || name.length > MAX_NAME_LENGTH ? undefined : name;
  } catch {
    return undefined;
  }
}

/**
 * The first name that comes. Null: the site has runners, and none can be reached from here. Undefined: none said where it
 * is, which may be for once.
 */
export function nearbyRunnerName(deps: {
  eachRunner(found: (url: string) => void): Promise<void>;
  nameAt(url: string): Promise<string | undefined>;
}): Promise<string | null | undefined> {
  const names: Promise<string | undefined>[] = [];
  return new Promise((resolve) => {
    const all = deps.eachRunner((url) => {
      const name = deps.nameAt(url);
      names.push(name);
      void name.then((found) => {
        if (found !== undefined) resolve(found);
      });
    });
    void all.then(() => Promise.all(names)).then(() => resolve(names.length === 0 ? undefined : null));
  });
}
