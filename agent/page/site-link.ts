/** The link that a teacher gives out: `/student/#site=…&key=…`. It is read once and then taken out of the address. */
import * as v from 'valibot';

const word = v.pipe(v.string(), v.minLength(1), v.maxLength(256));
export const siteLinkSchema = v.object({ site: word, key: word });
export type SiteLink = v.InferOutput<typeof siteLinkSchema>;

/** Undefined where the fragment is no such link. */
export function readSiteLink(fragment: string): SiteLink | undefined {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const parsed = v.safeParse(siteLinkSchema, { site: fields.get('site'), key: fields.get('key') });
  return parsed.success ? parsed.output : undefined;
}

/** The newest link counts; the one of before does where the address holds none. */
export function takeSiteLink(deps: {
  fragment: string;
  kept: SiteLink | undefined;
  keep: (link: SiteLink) => void;
  clearAddress: () => void;
}): SiteLink | undefined {
  const found = readSiteLink(deps.fragment);
  if (found === undefined) return deps.kept;
  deps.keep(found);
  deps.clearAddress();
  return found;
}
