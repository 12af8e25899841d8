/** Which pages a policy blocks. */
import { matchesWildcard } from '../wildcard.ts';
import { type AccessMode, type Verdict, verdictOf } from './verdict.ts';

/** What is not of the web, such as a new tab or the browser's settings, is never blocked. */
export function judgePage(
  url: string,
  { accessMode, urls }: { accessMode: AccessMode; urls: readonly string[] },
): Verdict {
  const page = pageOf(url);
  if (page === undefined) return { isBlocked: false, line: undefined };
  return verdictOf(
    accessMode,
    urls.find((pattern) => matchesPage(page, pattern)),
  );
}

/** Without scheme, credentials, `www.`, port and fragment; undefined where it is not of the web: a new tab, a setting. */
function pageOf(url: string): { host: string; whole: string } | undefined {
  const [, host, rest = ''] =
    /^https?:\/\/(?:[^/?#]*@)?(?:www\.)?([^/?#]+)([^#]*)/i.exec(url.trim().toLowerCase()) ?? [];
  if (host === undefined) return undefined;
  const name = plainHost(host);
  return { host: name, whole: name + rest };
}

/** Without port and trailing dot: the same server by another spelling. */
const plainHost = (host: string) => host.replace(/:\d*$/, '').replace(/\.$/, '');

/**
 * `example.org` is that host with all below it and all its pages, `example.org/games` such pages of it. With `*` a
 * pattern is the whole host, or host and page.
 */
function matchesPage({ host, whole }: { host: string; whole: string }, pattern: string): boolean {
  const wanted = pattern
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '');
  if (wanted === '') return false;
  if (wanted.includes('*')) return matchesWildcard(whole, wanted) || matchesWildcard(host, wanted);
  const [first = '', ...path] = wanted.split('/');
  const wantedHost = plainHost(first);
  if (host !== wantedHost && !host.endsWith(`.${wantedHost}`)) return false;
  return path.length === 0 || whole.slice(host.length + 1).startsWith(path.join('/'));
}
