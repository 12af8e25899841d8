/** Decides which pages a policy blocks. */
import { readableHost } from '../host-spelling.ts';
import { matchesWildcard } from '../wildcard.ts';
import { type PageLine, parsePageLine, readablePath } from './page-line.ts';
import { type AccessMode, type Verdict, verdictOf } from './verdict.ts';

/** Addresses outside of the web, such as a new tab or the browser's settings, are never blocked. */
export function judgePage(
  url: string,
  { accessMode, urls }: { accessMode: AccessMode; urls: readonly string[] },
): Verdict {
  const page = pageOf(url);
  if (page === undefined) return { isBlocked: false, line: undefined };
  const lines = parsedLines(urls);
  return verdictOf(
    accessMode,
    urls[lines.findIndex((each) => each.some((line) => matchesPage(page, line, accessMode)))],
  );
}

/** `host`: without `www.`, unlike `wholeHost`. */
type Page = { host: string; wholeHost: string; port: string; path: string; query: readonly string[] };

/** The page without credentials and fragment. Undefined for an address outside of the web. */
function pageOf(url: string): Page | undefined {
  const [, scheme, authority, rest = ''] =
    /^(https?):\/\/(?:[^/?#]*@)?([^/?#]+)([^#]*)/i.exec(url.trim().toLowerCase()) ?? [];
  if (authority === undefined) return undefined;
  const port = /:(\d*)$/.exec(authority)?.[1] || (scheme === 'http' ? '80' : '443');
  const page = readablePath(rest);
  const [, query = ''] = page.split('?', 2);
  const wholeHost = plainHost(authority);
  return {
    host: wholeHost.replace(/^www\.(?=.)/, ''),
    wholeHost,
    port,
    path: page.replace(/^\//, ''),
    query: query.split('&'),
  };
}

/** Removes the port, the trailing dot and Punycode, because the server is the same without them. */
const plainHost = (host: string) => readableHost(host.replace(/:\d*$/, '')).replace(/\.$/, '');

/** Lists are checked for each page and each tab, so their parsed lines are cached. */
const parsedLists = new WeakMap<readonly string[], (readonly PageLine[])[]>();

function parsedLines(urls: readonly string[]): (readonly PageLine[])[] {
  const parsed = parsedLists.get(urls) ?? urls.map(parsePageLine);
  parsedLists.set(urls, parsed);
  return parsed;
}

function matchesPage(page: Page, line: PageLine, accessMode: AccessMode): boolean {
  if (line.port !== undefined && line.port !== page.port) return false;
  if (!line.query.every((pair) => page.query.some((own) => matchesWildcard(own, pair)))) return false;
  // A line with a star, such as *.www.games.example, is not cut to the host without www.
  const isHost = isHostOf(page.host, line) || isHostOf(page.wholeHost, line);
  if (isHost && matchesPath(page.path, line.path, accessMode)) return true;
  return accessMode === 'BlackList' && line.host.includes('*') && closesByStar(page, line);
}

/** A star here ends with the host: `*.school.example` does not match `chat.example/?.school.example`. */
function isHostOf(own: string, { host, isExact }: PageLine): boolean {
  // In Chrome, a star in front of a host means the host itself and all hosts below it.
  const below = host.replace(/^\*\.(?=.)/, '');
  if (below.includes('*'))
    return matchesWildcard(own, below) || (below !== host && matchesWildcard(own, host));
  return own === below || ((below !== host || !isExact) && own.endsWith(`.${below}`));
}

/** `example.org/games` matches all pages that begin so. A star that opens pages must fit path and query. */
function matchesPath(path: string, wanted: string | undefined, accessMode: AccessMode): boolean {
  if (wanted === undefined) return true;
  if (!wanted.includes('*')) return path.startsWith(wanted);
  return matchesWildcard(path, accessMode === 'WhiteList' ? wanted : `${wanted}*`);
}

/** A star that closes pages may stand for anything. The pattern fits the whole host, or host and page. */
function closesByStar(page: Page, { host, path }: Pick<PageLine, 'host' | 'path'>): boolean {
  return [page.host, page.wholeHost].some((own) => {
    const whole = `${own}/${page.path}`;
    if (path !== undefined) return matchesWildcard(whole, `${host}/${path}*`);
    return matchesWildcard(own, host) || matchesWildcard(whole, host);
  });
}
