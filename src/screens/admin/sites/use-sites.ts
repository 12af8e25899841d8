import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TagLink } from '#protocol/rest/admin/site.ts';
import type { Site, Tag } from '#protocol/rest/site.ts';
import { tagLinksQuery } from '#rest/admin/sites.ts';
import { sitesQuery, tagsQuery } from '#rest/sites.ts';

const NO_LINKS: readonly TagLink[] = [];

/** The sites of the tenant with their tags, as loaded by the route. */
export function useSites(): {
  sites: readonly Site[];
  tags: readonly Tag[];
  /** Empty while they are loading. */
  links: readonly TagLink[];
} {
  const { data: sites } = useSuspenseQuery(sitesQuery());
  const { data: tags } = useSuspenseQuery(tagsQuery());
  const { data: links = NO_LINKS } = useQuery(tagLinksQuery());
  return useMemo(() => ({ sites, tags, links }), [sites, tags, links]);
}

/** The queries that are stale after a site or a tag has changed. */
export const holdsSites = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  queryKey[0] === 'sites' || queryKey[0] === 'tags' || queryKey[0] === 'taglinks';
