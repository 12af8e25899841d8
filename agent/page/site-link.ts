/** A teacher's link: `/student/#site=…&key=…`. It is read once and then removed from the address bar. */
import * as v from 'valibot';

const word = v.pipe(v.string(), v.minLength(1), v.maxLength(256));
export const siteLinkSchema = v.object({ site: word, key: word });
export type SiteLink = v.InferOutput<typeof siteLinkSchema>;

/** Returns undefined if the fragment is not such a link. */
export function readSiteLink(fragment: string): SiteLink | undefined {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const parsed = v.safeParse(siteLinkSchema, { site: fields.get('site'), key: fields.get('key') });
  return parsed.success ? parsed.output : undefined;
}

/** Returns the link in the address, or the stored one if there is none. */
export function takeSiteLink(deps: {
  fragment: string;
  stored: SiteLink | undefined;
  store: (link: SiteLink) => void;
  clearAddress: () => void;
}): SiteLink | undefined {
  const found = readSiteLink(deps.fragment);
  if (found === undefined) return deps.stored;
  deps.store(found);
  deps.clearAddress();
  return found;
}
