/**
 * Parses lines of page lists in the usual forms: hosts, whole addresses, patterns with a star, the URL
 * blocklist of Chrome, the filter lists of ad blockers, and hosts files. Everything becomes lower case.
 */
import { readableHost } from '../host-spelling.ts';

export type PageLine = {
  /** In readable form, without `www.`. May have stars. */
  host: string;
  /** Hosts below it do not match. Chrome marks such a host with a dot in front. */
  isExact: boolean;
  /** Undefined for all ports. */
  port: string | undefined;
  /** Without its leading slash; undefined for all pages of the host. With a star it also covers the query. */
  path: string | undefined;
  /** `key=value` pairs that the page must have, in any order. */
  query: readonly string[];
};

/** `single-word`: only a server of the local network can have such a name. */
export type LineProblem = 'never-matches' | 'single-word';

/** A line of a hosts file: an address of no computer or of this one, then names. */
const HOSTS_LINE = /^(?:0\.0\.0\.0|127\.\d+\.\d+\.\d+|::1?|fe80::1%\w+)\s+([^#]+)/;
/** Comments, exceptions, rules for parts of pages: `! …`, `# …`, `[Adblock]`, `@@||…`, `…##.ad`. */
const NO_PAGES = /^(?:!|#|\[adblock|@@)|#@?[?$]?#/;
/** A network such as 10.0.0.0/8. As an address it would be a page named 8. */
const NETWORK = /^\d+(?:\.\d+){3}\/\d{1,2}$/;
const SCHEME = /^([a-z*][a-z0-9+.*-]*):\/\//;
/** A regular expression: `/ads[0-9]+/`. */
const EXPRESSION = /^\/[^/].*\/[a-z,=$]*$/;

/** Empty if no page can match the line. A line of a hosts file may name several hosts. */
export function parsePageLine(text: string): PageLine[] {
  const line = text.trim().toLowerCase();
  if (line === '' || NO_PAGES.test(line)) return [];
  const [, names] = HOSTS_LINE.exec(line) ?? [];
  const lines = names === undefined ? [withoutFilterSigns(line)] : names.trim().split(/\s+/);
  return lines.flatMap((each) => parseAddress(each) ?? []);
}

/** `||games.example^$document` becomes `games.example`, and `|https://games.example/|` that address. */
function withoutFilterSigns(line: string): string {
  if (!line.startsWith('|') && !line.includes('^')) return line;
  const [pattern = ''] = line.split('$');
  const plain = pattern.replace(/^\|{1,2}/, '').replace(/[|*]$/, '');
  // `^` stands for any character that ends a host or a part of a path.
  return plain.replace(/\^$/, '').replace('^', '/').replaceAll('^', '*');
}

function parseAddress(address: string): PageLine | undefined {
  const [begin = '', scheme] = SCHEME.exec(address) ?? [];
  if (scheme !== undefined && !/^(?:https?|\*|http\*)$/.test(scheme)) return undefined;
  if (EXPRESSION.test(address) || NETWORK.test(address) || /\s/.test(address)) return undefined;
  const rest = address.slice(begin.length).replace(/^\/\//, '');
  const [, authority = '', tail = ''] = /^([^/?#]*)(.*)$/s.exec(rest) ?? [];
  const [page = '', fragment] = tail.split('#');
  // Servers never see the part behind the #, so without a path the line would mean the whole host.
  if (fragment !== undefined && page.replace('/', '') === '') return undefined;
  const place = parseHost(authority, scheme !== undefined);
  return place && { ...place, ...parsePage(page) };
}

/** Browsers write letters outside of ASCII as `%c3%bc`, but people do not. */
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

/** Undefined if the line works. */
export function pageLineProblem(text: string): LineProblem | undefined {
  const parsed = parsePageLine(text);
  if (parsed.length === 0) return 'never-matches';
  const isSingle = parsed.every(({ host }) => /^[\p{L}\p{N}\p{M}_-]+$/u.test(host) && host !== 'localhost');
  return isSingle ? 'single-word' : undefined;
}
