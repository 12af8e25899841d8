import { isPageName, PAGE_NAME_PREFIX } from '../page-name.ts';

/**
 * The patterns of device match groups: plain text matches by equality or as a part, either way
 * round; `*` stands for any run of characters, and a pattern with one matches the whole name. Case does not matter.
 * No pattern at all means every device. Blank lines are not patterns.
 *
 * A student page is in a group of host names only where the pattern means every device (`*`) or speaks of pages
 * (`page-*`, or more of a page's name): never because a letter of its name is a part of something.
 */
export const matchesDevicePatterns = (hostname: string, patterns: readonly string[]): boolean =>
  createDeviceMatcher(patterns)(hostname);

/** The same for many hostnames: what can be worked out of the patterns alone is worked out once. */
export function createDeviceMatcher(patterns: readonly string[]): (hostname: string) => boolean {
  const wanted = patterns
    .map(plain)
    .filter((pattern) => pattern !== '')
    .map((pattern): Wanted => ({ pattern, pieces: pattern.split('*') }));
  return (hostname) => {
    if (wanted.length === 0) return true;
    const name = plain(hostname);
    const matches = isPageName(name) ? matchesPage : matchesMachine;
    return wanted.some((each) => matches(name, each));
  };
}

/** A letter with a mark may be written in one part or in two. */
const plain = (text: string) => text.trim().normalize('NFC').toLowerCase();

/** `pieces`: what stands between the stars. */
type Wanted = { pattern: string; pieces: readonly string[] };

function matchesPage(name: string, { pattern, pieces }: Wanted): boolean {
  if (/^\*+$/.test(pattern)) return true;
  if (pieces.length === 1) return name === pattern;
  return pattern.startsWith(PAGE_NAME_PREFIX) && matchesWildcard(name, pieces);
}

function matchesMachine(name: string, { pattern, pieces }: Wanted): boolean {
  if (pieces.length > 1) return matchesWildcard(name, pieces);
  // A device without a name is part of every pattern, and is meant by none.
  return name !== '' && (name.includes(pattern) || pattern.includes(name));
}

/** Takes the first place for each piece: linear, where a regular expression could be made to run for ever. */
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
