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
    urls.find((pattern) => matchesPage(page, pattern, accessMode)),
  );
}

type Page = { host: string; whole: string };

/** Without scheme, credentials, `www.`, port and fragment; undefined where it is not of the web: a new tab, a setting. */
function pageOf(url: string): Page | undefined {
  const [, host, rest = ''] =
    /^https?:\/\/(?:[^/?#]*@)?(?:www\.)?([^/?#]+)([^#]*)/i.exec(url.trim().toLowerCase()) ?? [];
  if (host === undefined) return undefined;
  const name = plainHost(host);
  return { host: name, whole: name + rest };
}

/** Without port and trailing dot, and not in Punycode: the same server by another spelling. */
const plainHost = (host: string) => readableHost(host.replace(/:\d*$/, '')).replace(/\.$/, '');

/** `example.org` is that host with all below it and all its pages, `example.org/games` such pages of it. */
function matchesPage(page: Page, line: string, accessMode: AccessMode): boolean {
  const wanted = line
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '');
  if (wanted === '') return false;
  const [first = '', ...path] = wanted.split('/');
  if (wanted.includes('*')) {
    const parts = { first, path: path.length === 0 ? undefined : path.join('/') };
    return accessMode === 'WhiteList' ? opensByStar(page, parts) : closesByStar(page, parts);
  }
  const wantedHost = plainHost(first);
  if (page.host !== wantedHost && !page.host.endsWith(`.${wantedHost}`)) return false;
  return path.length === 0 || pathOf(page).startsWith(path.join('/'));
}

type StarParts = { first: string; path: string | undefined };

/** A star that closes pages may stand for anything: the pattern is the whole host, or host and page. */
function closesByStar({ host, whole }: Page, { first, path }: StarParts): boolean {
  const pattern = readableHost(first) + (path === undefined ? '' : `/${path}`);
  return matchesWildcard(whole, pattern) || matchesWildcard(host, pattern);
}

/**
 * A star that opens pages never crosses the end of the host: otherwise `*.school.example` would open every page of the web
 * behind whose address a student writes `?.school.example`.
 */
function opensByStar(page: Page, { first, path }: StarParts): boolean {
  if (!matchesWildcard(page.host, plainHost(first))) return false;
  return path === undefined || matchesWildcard(pathOf(page), path);
}

/** With the query, without the slash that it begins with. */
const pathOf = ({ host, whole }: Page) => whole.slice(host.length).replace(/^\//, '');
