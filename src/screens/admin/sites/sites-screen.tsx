import { mdiOfficeBuildingOutline, mdiSubdirectoryArrowRight } from '@mdi/js';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type CSSProperties, useCallback, useMemo } from 'react';
import { siteRows } from '#domain/groups/site-tree.ts';
import { sitesQuery, tagsQuery } from '../../../rest/sites.ts';
import { ScreenHeader } from '../../../shell/layout/screen-header.tsx';
import { CountCard } from '../../../ui/count-card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { ListPage } from '../../../ui/list/list-page.tsx';
import { useList } from '../../../ui/list/use-list.ts';
import { m } from './messages.ts';
import styles from './sites-screen.module.css';

const PAGE_SIZE = 9;

/** The tenant's sites with their tags, nested ones below their parents. Read-only by now. */
export function SitesScreen() {
  const { data: sites } = useSuspenseQuery(sitesQuery());
  const { data: tags } = useSuspenseQuery(tagsQuery());
  const { page = 1 } = useSearch({ from: '/admin/sites/sites-tags' });
  const navigate = useNavigate({ from: '/admin/sites/sites-tags' });
  const tagNames = useMemo(() => new Map(tags.map((tag) => [tag.id, tag.name])), [tags]);
  const all = useMemo(() => siteRows(sites, ''), [sites]);
  // A search shows the parents of what it has found as well: it looks at the sites, and not at their rows.
  const search = useCallback((_: unknown, query: string) => siteRows(sites, query), [sites]);
  const list = useList(all, {
    search,
    place: {
      page,
      perPage: PAGE_SIZE,
      onPage: (next, replace) => void navigate({ search: next === 1 ? {} : { page: next }, replace }),
    },
  });
  return (
    <>
      <ScreenHeader crumbs={[{ title: m.sites }]}>
        <CountCard count={all.length} singular={m.siteSingular} plural={m.sitePlural} />
      </ScreenHeader>
      {all.length === 0 ? (
        <EmptyState icon={mdiOfficeBuildingOutline} title={m.noSites} />
      ) : (
        <ListPage list={list} searchLabel={m.search} noMatch={m.noMatch}>
          {(shown) => (
            <DataTable caption={m.sites} columns={[m.site, m.tags]}>
              {shown.map(({ site, depth }) => (
                <tr key={site.id}>
                  <td>
                    <span className={styles.site} style={{ '--depth': depth } as CSSProperties}>
                      {depth === 0 ? null : (
                        <>
                          <Icon path={mdiSubdirectoryArrowRight} size={16} className={styles.nested ?? ''} />
                          <span className="visually-hidden">{m.nested({ depth })}</span>
                        </>
                      )}
                      {site.name}
                    </span>
                  </td>
                  <td>
                    <ul className={styles.tags}>
                      {site.tags.map((tagId) => (
                        <li key={tagId} className={styles.tag}>
                          {tagNames.get(tagId) ?? m.unknownTag}
                        </li>
                      ))}
                    </ul>
                  </td>
                </tr>
              ))}
            </DataTable>
          )}
        </ListPage>
      )}
    </>
  );
}
