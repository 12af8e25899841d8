import { shownName } from '#domain/people/shown-name.ts';
import type { TagLink } from '#protocol/rest/admin/site.ts';
import type { Site, Tag } from '#protocol/rest/site.ts';
import { linkTag, tagLinksQuery, unlinkTag } from '#rest/admin/sites.ts';
import { sitesQuery } from '#rest/sites.ts';
import { useWrite } from '#rest/use-write.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { failureText } from '#ui/failure/failure-text.ts';
import { m } from './messages.ts';
import { holdsSites } from './use-sites.ts';

type Names = { tag: string; name: string };
const namesOf = (tag: Tag, site: Site): Names => ({
  tag: shownName(tag.name, 40),
  name: shownName(site.name, 40),
});

function showFailure(text: string, error: unknown): void {
  toasts.show({ type: 'error', text: `${text} ${failureText(error)}`, closable: true });
}

/** Copies the sites, with other tags on one of them. */
const withTags = (sites: readonly Site[], siteId: string, change: (tags: string[]) => string[]): Site[] =>
  sites.map((site) => ({
    ...site,
    tags: site.id === siteId ? change(site.tags) : site.tags,
    subnodes: withTags(site.subnodes, siteId, change),
  }));

/** Adds and removes tags of sites one at a time; failures are shown as toasts. */
export function useTagChanges(links: readonly TagLink[]) {
  const added = useWrite({
    send: ({ site, tag }: { site: Site; tag: Tag }) => linkTag({ siteId: site.id, tagId: tag.id }),
    changed: { predicate: holdsSites },
    show(client, { site, tag }, link) {
      client.setQueryData(
        sitesQuery().queryKey,
        (sites) =>
          sites && withTags(sites, site.id, (tags) => [...tags.filter((id) => id !== tag.id), tag.id]),
      );
      client.setQueryData(
        tagLinksQuery().queryKey,
        (known) => known && [...known.filter(({ id }) => id !== link.id), link],
      );
    },
  });
  const removed = useWrite({
    send: ({ link }: { link: TagLink }) => unlinkTag(link.id),
    changed: { predicate: holdsSites },
    show: (client, { link }) =>
      client.setQueryData(
        sitesQuery().queryKey,
        (sites) => sites && withTags(sites, link.siteId, (tags) => tags.filter((id) => id !== link.tagId)),
      ),
  });
  return {
    async add(site: Site, tag: Tag): Promise<void> {
      await added
        .mutateAsync({ site, tag })
        .catch((error: unknown) => showFailure(m.tagNotAdded(namesOf(tag, site)), error));
    },
    async remove(site: Site, tag: Tag): Promise<void> {
      const link = links.find(({ siteId, tagId }) => siteId === site.id && tagId === tag.id);
      if (link === undefined) return;
      await removed
        .mutateAsync({ link })
        .catch((error: unknown) => showFailure(m.tagNotRemoved(namesOf(tag, site)), error));
    },
  };
}
