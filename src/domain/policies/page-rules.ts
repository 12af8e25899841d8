/** Which pages a policy blocks. */
import { readableHost } from '../host-spelling.ts';
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

/** Without port and trailing dot, and not in Punycode: the same server by another spelling. */
const plainHost = (host: string) => readableHost(host.replace(/:\d*$/, '')).replace(/\.$/, '');

/**
 * `example.org` is that host with all below it and all its pages, `example.org/games` such pages of it. With `*` a
 * pattern is the whole host, or host and page.
 */
function matchesPage({ host, whole }: { host: string; whole: string }, line: string): boolean {
  const wanted = line
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '');
  if (wanted === '') return false;
  const [first = '', ...path] = wanted.split('/');
  if (wanted.includes('*')) {
    const pattern = [readableHost(first), ...path].join('/');
    return matchesWildcard(whole, pattern) || matchesWildcard(host, pattern);
  }
  const wantedHost = plainHost(first);
  if (host !== wantedHost && !host.endsWith(`.${wantedHost}`)) return false;
  return path.length === 0 || whole.slice(host.length + 1).startsWith(path.join('/'));
}
