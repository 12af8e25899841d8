/** Parses e-mail addresses of invited people, as typed or as copied from mail programs and tables. */
import { withoutUnseen } from '../visible-text.ts';

/** Characters of a local part: those of RFC 5322 without quoted ones, and all letters (RFC 6531). */
const LOCAL_PART = /^[\p{L}\p{N}\p{M}!#$%&'’*+/=?^_`{|}~-]+(\.[\p{L}\p{N}\p{M}!#$%&'’*+/=?^_`{|}~-]+)*$/u;
const LABEL = /^[\p{L}\p{N}]([\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u;
/** RFC 5321 allows 64 letters before the @ and 255 behind it. */
export const MAX_EMAIL = 320;
/** Maximum number of addresses in one call. */
export const MAX_INVITES = 200;

/** Checks the form only, because a wrong address shows only when mail is sent to it. */
export function isEmailAddress(text: string): boolean {
  if (text.length > MAX_EMAIL || text !== withoutUnseen(text)) return false;
  const [local = '', domain = '', ...more] = text.split('@');
  const labels = domain.split('.');
  return (
    more.length === 0 &&
    !/^['’]/.test(local) &&
    LOCAL_PART.test(local) &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
}

/** `refused`: the parts of the text that are neither an address nor the name of one. */
export type InviteList = { addresses: string[]; refused: string[] };

/**
 * Reads `Lee, Ana <ana@school.example>; bo@school.example`, and plain lists with commas, semicolons, blanks,
 * tabs or lines between the addresses. If several differ only in case, the first one counts.
 */
export function parseInvites(text: string): InviteList {
  const addresses = new Map<string, string>();
  const refused = new Set<string>();
  for (const group of groupsOf(plainSigns(withoutUnseen(text)))) {
    for (const part of partsOf(group)) {
      const address = plainAddress(part);
      if (!isEmailAddress(address)) refused.add(part.trim());
      else if (!addresses.has(address.toLowerCase())) addresses.set(address.toLowerCase(), address);
    }
  }
  return { addresses: [...addresses.values()], refused: [...refused] };
}

/** Keyboards of East Asia type wide letters and signs, and some fonts need a small @. */
const plainSigns = (text: string): string =>
  text
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll('﹫', '@')
    .replace(/[。｡]/g, '.')
    .normalize('NFC');

/** The address of one person. Undefined if the text has none or several, or anything else. */
export function singleInvite(text: string): string | undefined {
  const { addresses, refused } = parseInvites(text);
  return addresses.length === 1 && refused.length === 0 ? addresses[0] : undefined;
}

/** The text between semicolons and line ends, except those in quotation marks. */
const groupsOf = (text: string): string[] =>
  text.split(/[\n\r]+/).flatMap((line) => line.match(/(?:"[^"]*"|[^;؛])+/g) ?? []);

/** The addresses of a group, and the parts that are neither an address nor the name before one. */
function partsOf(group: string): string[] {
  // Names may have commas and addresses in them where quotation marks hold them together.
  const pieces = group.replace(/"[^"@]*"|"[^"]*"(?=\s*<)/g, ' ').split('<');
  return pieces.flatMap((piece, at) => {
    const end = at === 0 ? -1 : piece.indexOf('>');
    const inside = at === 0 ? [] : [end < 0 ? piece : piece.slice(0, end)];
    const outside = piece.slice(end + 1).split(/[,،、]/);
    if (at > 0 && end < 0) return inside;
    const isName = at < pieces.length - 1;
    // The last words before `<` are the name of its address, even if they look like an address. An address
    // with words behind it is another entry.
    const [first = '', ...words] = isName ? (outside.pop() ?? '').trim().split(/\s+/) : [];
    if (first.includes('@') && words.length > 0) outside.push(first);
    return [...inside, ...outside.flatMap((words) => addressesIn(words, isName))];
  });
}

/** The addresses among words. Words without any are refused, unless they begin the next address's name. */
function addressesIn(words: string, isName: boolean): string[] {
  const found = words
    // A bar or slash may be part of an address before its @, but not behind its domain.
    .replace(/(@[^|/@]*)[|/]+/g, '$1 ')
    .split(/[\s()[\]]+/)
    .filter((word) => word.includes('@'));
  return found.length > 0 || isName || words.trim() === '' ? found : [words];
}

/** Removes the marks around an address, and words before it: `mailto:`, `SMTP:`, `E-Mail:`. */
function plainAddress(part: string): string {
  const bare = part.trim().replace(/^["'‘’“”«»<]+/, '');
  const [, word = '', rest = bare] = /^(?!https?:)([\p{L}-]+):(.*)$/isu.exec(bare) ?? [];
  const address = word.toLowerCase() === 'mailto' ? linkedAddress(rest) : rest;
  return address.replace(/(?<!["'‘’“”«»>:.])["'‘’“”«»>:.]+$/, '').trim();
}

/** The first address of a `mailto:` link, without its subject. */
function linkedAddress(link: string): string {
  const [address = ''] = link.replace(/^\/+/, '').split('?');
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
