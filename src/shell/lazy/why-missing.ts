/** Why a part of the program did not come, as far as one more question to the platform can tell. */

/** `new-version`: what this page was made of is not there any more. `other`: the platform is there, and so is that. */
export type PartProblem = 'unreachable' | 'new-version' | 'other';

export type WhyMissingDeps = {
  /** The address of the page's own first script, whose name changes with every version; undefined where there is none. */
  firstScript(): string | undefined;
  fetch: typeof fetch;
};

/** A platform that answers slower than this might as well not be there. */
const ANSWER_WITHIN_MS = 5_000;
const GONE: readonly number[] = [404, 410];
/** What a proxy answers for a platform that is away, and the platform itself while it starts. */
const AWAY: readonly number[] = [502, 503, 504];

const PAGE: WhyMissingDeps = {
  firstScript: () => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src,
  fetch: (...request) => fetch(...request),
};

/** Asks by HEAD: the service worker, which keeps what it has, leaves that to the platform. */
export async function whyMissing(deps = PAGE): Promise<PartProblem> {
  const address = deps.firstScript();
  if (address === undefined) return 'other';
  try {
    const { status, headers } = await deps.fetch(address, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    // The network has answered in the place of the platform.
    const isPage = headers.get('content-type')?.startsWith('text/html') === true;
    if (AWAY.includes(status) || (status === 200 && isPage)) return 'unreachable';
    return GONE.includes(status) ? 'new-version' : 'other';
  } catch {
    return 'unreachable';
  }
}
