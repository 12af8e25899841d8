/**
 * Lines of a list of pages in the forms that people bring: hosts, whole addresses, patterns with a star, the URL
 * blocklist of Chrome, and the filter lists of ad blockers and hosts files. All is read in lower case.
 */
import { readableHost } from '../host-spelling.ts';

export type PageLine = {
  /** As people read it, without `www.`; may have stars. */
  host: string;
  /** Hosts below it do not count: Chrome writes a dot before such a host. */
  isExact: boolean;
  /** Undefined for all ports. */
  port: string | undefined;
  /** Without the slash that it begins with; undefined for all pages of the host. With a star it has the query, too. */
  path: string | undefined;
  /** `key=value` pairs that the page must have, in any order. */
  query: readonly string[];
};

/** `single-word`: only a server of the local network has such a name. */
export type LineProblem = 'never-matches' | 'single-word';

/** A line of a hosts file: an address of no computer or of this one, then names. */
const HOSTS_LINE = /^(?:0\.0\.0\.0|127\.\d+\.\d+\.\d+|::1?|fe80::1%\w+)\s+([^#]+)/;
/** Comments, exceptions and rules for parts of pages: `! …`, `# …`, `[Adblock]`, `@@||…`, `…##.banner`. */
const NO_PAGES = /^(?:!|#|\[adblock|@@)|#@?[?$]?#/;
const SCHEME = /^([a-z*][a-z0-9+.*-]*):\/\//;
/** A regular expression: `/ads[0-9]+/`. */
const EXPRESSION = /^\/[^/].*\/[a-z,=$]*$/;

/** None if no page can match the line. A hosts file may name several hosts in a line. */
export function parsePageLine(text: string): PageLine[] {
  const line = text.trim().toLowerCase();
  if (line === '' || NO_PAGES.test(line)) return [];
  const [, names] = HOSTS_LINE.exec(line) ?? [];
  const lines = names === undefined ? [withoutFilterSigns(line)] : names.trim().split(/\s+/);
  return lines.flatMap((each) => parseAddress(each) ?? []);
}

/** `||games.example^$document` is `games.example`; `|https://games.example/|` is that address. */
function withoutFilterSigns(line: string): string {
  if (!line.startsWith('|') && !line.includes('^')) return line;
  const [pattern = ''] = line.split('$');
  const plain = pattern.replace(/^\|{1,2}/, '').replace(/[|*]$/, '');
  // The sign stands for whatever ends a host or a part of a path.
  return plain.replace(/\^$/, '').replace('^', '/').replaceAll('^', '*');
}

function parseAddress(address: string): PageLine | undefined {
  const [begin = '', scheme] = SCHEME.exec(address) ?? [];
  if (scheme !== undefined && !/^(?:https?|\*|http\*)$/.test(scheme)) return undefined;
  if (EXPRESSION.test(address) || /\s/.test(address)) return undefined;
  const rest = address.slice(begin.length).replace(/^\/\//, '');
  const [, authority = '', tail = ''] = /^([^/?#]*)(.*)$/s.exec(rest) ?? [];
  const [page = '', fragment] = tail.split('#');
  // Only the browser sees the part behind the #: without a path the line would mean the whole host.
  if (fragment !== undefined && page.replace('/', '') === '') return undefined;
  const place = parseHost(authority, scheme !== undefined);
  return place && { ...place, ...parsePage(page) };
}

/** Browsers write letters outside of ASCII as `%c3%bc`, people do not. */
export function readablePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Letters, digits and stars between dots, or an IPv6 address in brackets. */
const HOST = /^(?:[\p{L}\p{N}\p{M}_*-]+(?:\.[\p{L}\p{N}\p{M}_*-]+)*|\[[0-9a-f:.]+\])$/u;

function parseHost(
  authority: string,
  hasScheme: boolean,
): Pick<PageLine, 'host' | 'isExact' | 'port'> | undefined {
  const at = authority.lastIndexOf('@');
  // A name before the @ belongs to an address with a scheme; anything else is an e-mail address.
  if (at >= 0 && !hasScheme) return undefined;
  const [, named = '', port] = /^(.*?)(?::(\d+|\*)?)?$/s.exec(authority.slice(at + 1)) ?? [];
  const isExact = named.startsWith('.');
  const host = readableHost(named.replace(/^\./, '').replace(/^www\./, '')).replace(/\.$/, '');
  if (!HOST.test(host)) return undefined;
  return { host, isExact, port: port === '*' ? undefined : port };
}

function parsePage(page: string): Pick<PageLine, 'path' | 'query'> {
  const whole = readablePath(page).replace(/^\//, '');
  if (whole === '') return { path: undefined, query: [] };
  if (whole.includes('*') && !whole.includes('?')) return { path: whole, query: [] };
  const [path = '', ...query] = whole.split('?');
  const pairs = query
    .join('?')
    .split('&')
    .filter((pair) => pair !== '');
  return { path: path === '' ? undefined : path, query: pairs };
}

/** Undefined for a line that works. */
export function pageLineProblem(text: string): LineProblem | undefined {
  const parsed = parsePageLine(text);
  if (parsed.length === 0) return 'never-matches';
  const isSingle = parsed.every(({ host }) => /^[\p{L}\p{N}\p{M}_-]+$/u.test(host) && host !== 'localhost');
  return isSingle ? 'single-word' : undefined;
}
