/** Finds out why a part of the program could not be loaded, by one more request to the platform. */

/** `new-version`: the files of this page no longer exist. `other`: the platform is reachable, and they do. */
export type PartProblem = 'unreachable' | 'new-version' | 'other';

export type WhyMissingDeps = {
  /** The address of the page's first script, which changes with every version, if there is one. */
  firstScript(): string | undefined;
  fetch: typeof fetch;
};

/** A platform that answers more slowly counts as unreachable. */
const REQUEST_TIMEOUT_MS = 5_000;
const GONE: readonly number[] = [404, 410];
/** The answers of a proxy without its platform, and of the platform during its start. */
const AWAY: readonly number[] = [502, 503, 504];

const PAGE: WhyMissingDeps = {
  firstScript: () => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src,
  fetch: (...request) => fetch(...request),
};

/** Sends HEAD, which the service worker passes on to the platform instead of answering from its cache. */
export async function whyMissing(deps = PAGE): Promise<PartProblem> {
  const address = deps.firstScript();
  if (address === undefined) return 'other';
  try {
    const { status, headers } = await deps.fetch(address, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    // The network has answered in place of the platform.
    const isPage = headers.get('content-type')?.startsWith('text/html') === true;
    if (AWAY.includes(status) || (status === 200 && isPage)) return 'unreachable';
    return GONE.includes(status) ? 'new-version' : 'other';
  } catch {
    return 'unreachable';
  }
}
