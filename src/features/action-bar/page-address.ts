/** Makes the address of a web page of what a tutor types into a field for pages. */
import { pageAddressWords as m } from './messages.ts';

export const MAX_PAGE_ADDRESS = 8_192;

/** Another scheme than a page's; `localhost:8080` is a host with its port. */
const OTHER_SCHEME = /^(?!https?:\/\/)[a-z][a-z\d+.-]*:(?!\d)/i;

/**
 * Text without a scheme gets `http://`, also where it begins with slashes. Undefined where the text is not the address
 * of a page.
 */
export function pageAddress(typed: string): string | undefined {
  const trimmed = typed.trim();
  if (trimmed === '' || OTHER_SCHEME.test(trimmed)) return undefined;
  // Some browsers take a host with blanks in it.
  if (/^(https?:)?\/*[^/?#]*\s/i.test(trimmed)) return undefined;
  const address = (
    /^https?:\/\//i.test(trimmed) ? trimmed : `http://${trimmed.replace(/^\/+/, '')}`
  ).replaceAll(/\s/g, '%20');
  return address.length <= MAX_PAGE_ADDRESS && URL.canParse(address) ? address : undefined;
}

/** The address of a page as it was typed, with its scheme; or what is wrong with it. */
export function readPageAddress(typed: string): { url: string } | { error: string } {
  if (typed.trim() === '') return { error: m.missing };
  const url = pageAddress(typed);
  return url === undefined ? { error: m.wrong } : { url };
}
