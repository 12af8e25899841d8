/** Turns the text of an address field into the address of a web page. */
import { pageAddressWords as m } from './messages.ts';

export const MAX_PAGE_ADDRESS = 8_192;

/** A scheme other than http and https. `localhost:8080` is a host with its port. */
const OTHER_SCHEME = /^(?!https?:\/\/)[a-z][a-z\d+.-]*:(?!\d)/i;

/**
 * Prefixes `http://` to text without a scheme, also if it begins with slashes. Returns undefined if the text
 * is not the address of a page.
 */
export function pageAddress(typed: string): string | undefined {
  const trimmed = typed.trim();
  if (trimmed === '' || OTHER_SCHEME.test(trimmed)) return undefined;
  // Some browsers accept a host that contains blanks.
  if (/^(https?:)?\/*[^/?#]*\s/i.test(trimmed)) return undefined;
  const address = (
    /^https?:\/\//i.test(trimmed) ? trimmed : `http://${trimmed.replace(/^\/+/, '')}`
  ).replaceAll(/\s/g, '%20');
  return address.length <= MAX_PAGE_ADDRESS && URL.canParse(address) ? address : undefined;
}

/** Returns the typed address with its scheme, or the error of the field. */
export function readPageAddress(typed: string): { url: string } | { error: string } {
  if (typed.trim() === '') return { error: m.missing };
  const url = pageAddress(typed);
  return url === undefined ? { error: m.wrong } : { url };
}
