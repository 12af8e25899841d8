/** Makes the address of a web page of what a tutor types into a field for pages. */
const MAX_LENGTH = 8_192;

/** Another scheme than a page's; `localhost:8080` is a host with its port. */
const OTHER_SCHEME = /^(?!https?:\/\/)[a-z][a-z\d+.-]*:(?!\d)/i;

/**
 * Text without a scheme gets `http://`, also where it begins with slashes. Undefined where the text is not the address
 * of a page.
 */
export function pageAddress(typed: string): string | undefined {
  const trimmed = typed.trim();
  if (trimmed === '' || OTHER_SCHEME.test(trimmed)) return undefined;
  const address = (
    /^https?:\/\//i.test(trimmed) ? trimmed : `http://${trimmed.replace(/^\/+/, '')}`
  ).replaceAll(/\s/g, '%20');
  return address.length <= MAX_LENGTH && URL.canParse(address) ? address : undefined;
}
