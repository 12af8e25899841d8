/** What tutors type where a page is meant (part 1 §5): the address of a web page, or nothing that can be opened. */
const MAX_LENGTH = 8_192;

/** Another scheme than a page's; `localhost:8080` is a host with its port. */
const OTHER_SCHEME = /^(?!https?:\/\/)[a-z][a-z\d+.-]*:(?!\d)/i;

/** Without a scheme it gets `http://`, also where its slashes are there already; undefined where it is not the address of a page. */
export function pageAddress(typed: string): string | undefined {
  const trimmed = typed.trim();
  if (trimmed === '' || OTHER_SCHEME.test(trimmed)) return undefined;
  const address = (
    /^https?:\/\//i.test(trimmed) ? trimmed : `http://${trimmed.replace(/^\/+/, '')}`
  ).replaceAll(/\s/g, '%20');
  return address.length <= MAX_LENGTH && URL.canParse(address) ? address : undefined;
}
