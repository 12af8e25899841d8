/**
 * Translates lines of page lists into conditions of the browser's own blocker, which acts before a page
 * loads. `judgePage` decides in the end: a condition that blocks never matches more pages than its line, and
 * one that allows never matches fewer.
 */
import type { PageLine } from '#domain/policies/page-line.ts';

export type NetLine =
  /** The host and all hosts below it, in ASCII. */
  | { name: 'domain'; domain: string }
  | { name: 'filter'; urlFilter: string }
  | { name: 'regex'; regexFilter: string };

/** Returns undefined if the browser's blocker has no condition for the line. */
export function blockingLine(line: PageLine): NetLine | undefined {
  const host = hostOf(line, HOST_LETTERS);
  if (host === undefined) return undefined;
  const { port, path, query } = line;
  if (!isPlain(path ?? '') || query.some((pair) => !isPlain(pair) || pair.includes('*'))) return undefined;
  if (query.length > 1) return undefined;
  if (query.length === 0 && port === undefined && host.domain !== undefined) {
    if (path === undefined) return { name: 'domain', domain: host.domain };
    if (!path.includes('*')) return { name: 'filter', urlFilter: `||${host.domain}/${path}` };
  }
  const page = `${wild(path ?? '', LETTERS)}${queryPattern(query)}`;
  return regex(`${schemeAndHost(host.pattern, port)}/${page}`, starPattern(line));
}

/** Returns undefined if only `judgePage` can decide which pages the line allows. */
export function allowingLine(line: PageLine): NetLine | undefined {
  const host = hostOf(line, IN_HOST);
  if (host === undefined) return undefined;
  const { path } = line;
  const isWholeHost = path === undefined || !isPlain(path);
  if (isWholeHost && host.domain !== undefined) return { name: 'domain', domain: host.domain };
  const page = isWholeHost ? '' : wild(path, ANY);
  // A star has to fit the whole path and query. Without one the rest of the address is free.
  const end = path?.includes('*') && line.query.length === 0 && !isWholeHost ? END : '';
  return regex(`${schemeAndHost(host.pattern, undefined)}/${page}${end}`);
}

/** Stars stay within a host, or extend to the end of the address without its fragment. */
const IN_HOST = '[^/:?#]*';
const ANY = '[^#]*';
/**
 * Stars of conditions that block. Encoded letters count as a whole, because there is no `b` in `%C3%BC`. A
 * star does not extend over `--`, which begins the letters of a host such as `xn--bcher-kva.example`.
 */
const LETTERS = '(?:-?(?:[^#%-]|%[0-9a-f]{2}))*';
const HOST_LETTERS = '(?:-?[^-/:?#])*';
const END = '(?:#.*)?$';

type Host = {
  pattern: string;
  /** Present if the line means a host and all hosts below it. */
  domain: string | undefined;
};

function hostOf({ host, isExact }: PageLine, star: string): Host | undefined {
  // A star in front of a host means the host itself and all hosts below it.
  const below = host.replace(/^\*\.(?=.)/, '');
  const isStarred = below !== host;
  if (below.includes('*')) {
    if (!isAscii(below)) return undefined;
    const pattern = wild(below, star);
    return { pattern: isStarred ? `(?:${star}\\.)?${pattern}` : pattern, domain: undefined };
  }
  const domain = asciiHost(below);
  if (domain === undefined) return undefined;
  return isExact && !isStarred
    ? { pattern: escaped(domain), domain: undefined }
    : { pattern: `(?:[^/:?#]*\\.)?${escaped(domain)}`, domain };
}

/** A star that closes pages may stand for anything in the host and the page. */
function starPattern({ host, port, path, query }: PageLine): string | undefined {
  if (!host.includes('*') || !isAscii(host) || port !== undefined || query.length > 0) return undefined;
  const begin = '^https?://(?:www\\.)?';
  if (path !== undefined) return `${begin}${wild(`${host}/${path}`, LETTERS)}`;
  // What follows a star at the end does not matter.
  const end = host.endsWith('*') ? '' : END;
  return `${begin}(?:${wild(host, HOST_LETTERS)}/|${wild(host.replace(/(?<!\*)\*+$/, ''), LETTERS)}${end})`;
}

function schemeAndHost(host: string, port: string | undefined): string {
  const known: Record<string, string> = { '80': '^http://', '443': '^https://' };
  const begin = port === undefined ? '^https?://' : (known[port] ?? '^https?://');
  const end = port === undefined ? '(?::[0-9]+)?' : port in known ? '' : `:${port}`;
  return `${begin}(?:www\\.)?${host}${end}`;
}

const queryPattern = ([pair]: readonly string[]): string =>
  pair === undefined ? '' : `[^?#]*\\?(?:[^?#]*&)?${escaped(pair)}(?:[&#?]|$)`;

const regex = (...alternatives: (string | undefined)[]): NetLine => {
  const all = alternatives.filter((each) => each !== undefined);
  return { name: 'regex', regexFilter: all.length === 1 ? (all[0] ?? '') : `(?:${all.join('|')})` };
};

/** A star that must not extend over `--` may end in one hyphen, unless another one follows. */
function wild(pattern: string, star: string): string {
  const isWithoutDashes = star === LETTERS || star === HOST_LETTERS;
  const [first = '', ...others] = pattern.split('*');
  return others.reduce(
    (before, text) =>
      `${before}${star}${isWithoutDashes && !text.startsWith('-') ? '-?' : ''}${escaped(text)}`,
    escaped(first),
  );
}
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Addresses contain these characters unchanged, so that a pattern fits them letter by letter. */
const isPlain = (text: string): boolean => /^[a-z0-9\-._~!$&'()*+,;=:@/]*$/.test(text);
const isAscii = (text: string): boolean => /^[\x21-\x7e]*$/.test(text);

/** Returns undefined for addresses in brackets and names that are not valid. */
function asciiHost(host: string): string | undefined {
  if (host.startsWith('[')) return undefined;
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return undefined;
  }
}
