import { mdiMagnify, mdiOfficeBuildingOutline, mdiSubdirectoryArrowRight } from '@mdi/js';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type CSSProperties, useMemo, useState } from 'react';
import { siteRows } from '#domain/groups/site-tree.ts';
import { sitesQuery, tagsQuery } from '../../../rest/sites.ts';
import { ScreenHeader } from '../../../shell/layout/screen-header.tsx';
import { CountCard } from '../../../ui/count-card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { Pagination } from '../../../ui/list/pagination.tsx';
import { PageBody } from '../../../ui/page-body.tsx';
import { m } from './messages.ts';
import styles from './sites-screen.module.css';

/** part 3 §9. */
const PAGE_SIZE = 9;

/** The tenant's sites with their tags, nested ones below their parents. Read-only by now. */
export function SitesScreen() {
  const { data: sites } = useSuspenseQuery(sitesQuery());
  const { data: tags } = useSuspenseQuery(tagsQuery());
  const { page: askedPage = 1 } = useSearch({ from: '/admin/sites/sites-tags' });
  const navigate = useNavigate({ from: '/admin/sites/sites-tags' });
  const [query, setQuery] = useState('');
  const tagNames = useMemo(() => new Map(tags.map((tag) => [tag.id, tag.name])), [tags]);
  const all = useMemo(() => siteRows(sites, ''), [sites]);
  const rows = useMemo(() => siteRows(sites, query), [sites, query]);
  const pageCount = Math.max(1, Math.ceil(rows.length / PAGE_SIZE));
  const page = Math.min(askedPage, pageCount);
  const toPage = (next: number, replace = false) => {
    void navigate({ search: next === 1 ? {} : { page: next }, replace });
  };
  const search = (next: string) => {
    setQuery(next);
    if (askedPage !== 1) toPage(1, true);
  };
  return (
    <>
      <ScreenHeader crumbs={[{ title: m.sites }]}>
        <CountCard count={all.length} singular={m.siteSingular} plural={m.sitePlural} />
      </ScreenHeader>
      <PageBody controls={<SearchField label={m.search} value={query} onChange={search} />}>
        {rows.length === 0 ? (
          <EmptyState
            icon={all.length === 0 ? mdiOfficeBuildingOutline : mdiMagnify}
            title={all.length === 0 ? m.noSites : m.noMatch}
          />
        ) : (
          <DataTable caption={m.sites} columns={[m.site, m.tags]}>
            {rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(({ site, depth }) => (
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
        <Pagination page={page} pageCount={pageCount} onChange={toPage} />
      </PageBody>
    </>
  );
}
