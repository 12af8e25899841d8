/** Which pages a policy blocks. */
import { readableHost } from '../host-spelling.ts';
import { matchesWildcard } from '../wildcard.ts';
import { type PageLine, parsePageLine, readablePath } from './page-line.ts';
import { type AccessMode, type Verdict, verdictOf } from './verdict.ts';

/** What is not of the web, such as a new tab or the browser's settings, is never blocked. */
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

type Page = { host: string; port: string; path: string; query: readonly string[] };

/** Without `www.`, credentials and fragment; undefined for an address that is not of the web: a new tab, a setting. */
function pageOf(url: string): Page | undefined {
  const [, scheme, authority, rest = ''] =
    /^(https?):\/\/(?:[^/?#]*@)?(?:www\.)?([^/?#]+)([^#]*)/i.exec(url.trim().toLowerCase()) ?? [];
  if (authority === undefined) return undefined;
  const port = /:(\d*)$/.exec(authority)?.[1] || (scheme === 'http' ? '80' : '443');
  const page = readablePath(rest);
  const [, query = ''] = page.split('?', 2);
  return { host: plainHost(authority), port, path: page.replace(/^\//, ''), query: query.split('&') };
}

/** Without port and trailing dot, and not in Punycode: the same server by another spelling. */
const plainHost = (host: string) => readableHost(host.replace(/:\d*$/, '')).replace(/\.$/, '');

/** Lists are judged for each page and each tab, so their lines are parsed once. */
const parsedLists = new WeakMap<readonly string[], (readonly PageLine[])[]>();

function parsedLines(urls: readonly string[]): (readonly PageLine[])[] {
  const parsed = parsedLists.get(urls) ?? urls.map(parsePageLine);
  parsedLists.set(urls, parsed);
  return parsed;
}

function matchesPage(page: Page, line: PageLine, accessMode: AccessMode): boolean {
  if (line.port !== undefined && line.port !== page.port) return false;
  if (!line.query.every((pair) => page.query.some((own) => matchesWildcard(own, pair)))) return false;
  if (isHostOf(page.host, line) && matchesPath(page.path, line.path, accessMode)) return true;
  return accessMode === 'BlackList' && line.host.includes('*') && closesByStar(page, line);
}

/** A star never crosses the end of the host here: `*.school.example` does not mean `chat.example/?.school.example`. */
function isHostOf(own: string, { host, isExact }: PageLine): boolean {
  // Chrome reads a star that begins a host as all hosts below the others, and the host itself.
  const below = host.replace(/^\*\.(?=.)/, '');
  if (below.includes('*'))
    return matchesWildcard(own, below) || (below !== host && matchesWildcard(own, host));
  return own === below || ((below !== host || !isExact) && own.endsWith(`.${below}`));
}

/** `example.org/games` means the pages that begin so. A star that opens pages fits the whole of path and query. */
function matchesPath(path: string, wanted: string | undefined, accessMode: AccessMode): boolean {
  if (wanted === undefined) return true;
  if (!wanted.includes('*')) return path.startsWith(wanted);
  return matchesWildcard(path, accessMode === 'WhiteList' ? wanted : `${wanted}*`);
}

/** A star that closes pages may stand for anything: the pattern is the whole host, or host and page. */
function closesByStar(page: Page, { host, path }: Pick<PageLine, 'host' | 'path'>): boolean {
  if (path !== undefined) return matchesWildcard(`${page.host}/${page.path}`, `${host}/${path}*`);
  return matchesWildcard(page.host, host) || matchesWildcard(`${page.host}/${page.path}`, host);
}
