import { isPageName, PAGE_NAME_PREFIX } from '../page-name.ts';

/**
 * Matches a host name against the patterns of device match groups. Plain text matches if it equals the name,
 * is a part of it, or contains it. `*` stands for any run of characters, and a pattern with `*` must match
 * the whole name. Case does not matter. Blank lines are not patterns, and without any pattern every device
 * matches.
 *
 * A student page matches only `*`, its own full name, or a pattern that begins with `page-` and has a `*`.
 * Otherwise a page would match because a letter of its name is part of a pattern.
 */
export const matchesDevicePatterns = (hostname: string, patterns: readonly string[]): boolean =>
  createDeviceMatcher(patterns)(hostname);

/** Like `matchesDevicePatterns`, for many host names: the patterns are parsed once. */
export function createDeviceMatcher(patterns: readonly string[]): (hostname: string) => boolean {
  const parsed = patterns
    .map(plain)
    .filter((pattern) => pattern !== '')
    .map((pattern): ParsedPattern => ({ pattern, pieces: pattern.split('*') }));
  return (hostname) => {
    if (parsed.length === 0) return true;
    const name = plain(hostname);
    const matches = isPageName(name) ? matchesPage : matchesMachine;
    return parsed.some((each) => matches(name, each));
  };
}

/** NFC, because a letter with a mark can be one code point or two. */
const plain = (text: string) => text.trim().normalize('NFC').toLowerCase();

/** `pieces`: the parts between the stars. */
type ParsedPattern = { pattern: string; pieces: readonly string[] };

function matchesPage(name: string, { pattern, pieces }: ParsedPattern): boolean {
  if (/^\*+$/.test(pattern)) return true;
  if (pieces.length === 1) return name === pattern;
  return pattern.startsWith(PAGE_NAME_PREFIX) && matchesWildcard(name, pieces);
}

function matchesMachine(name: string, { pattern, pieces }: ParsedPattern): boolean {
  if (pieces.length > 1) return matchesWildcard(name, pieces);
  // An empty name would be part of every pattern, so a device without a name matches none.
  return name !== '' && (name.includes(pattern) || pattern.includes(name));
}

/** Takes the first match for each piece: linear, while a regular expression could run for ever. */
function matchesWildcard(name: string, pieces: readonly string[]): boolean {
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last))
    return false;
  const end = name.length - last.length;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}
