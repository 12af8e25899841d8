import { mdiOfficeBuildingOutline, mdiPlus, mdiTagPlusOutline } from '@mdi/js';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { type SiteRow as Row, shownSiteRows, siteRows } from '#domain/groups/site-tree.ts';
import { searchFor } from '#domain/lists/search-text.ts';
import type { Site } from '#protocol/rest/site.ts';
import { useRoles } from '#session/session-store.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { DataTable } from '#ui/list/data-table.tsx';
import { ListPage } from '#ui/list/list-page.tsx';
import { type ListSelection, useListSelection } from '#ui/list/list-selection.ts';
import { TableBox } from '#ui/list/table-box.tsx';
import { useList } from '#ui/list/use-list.ts';
import { m } from './messages.ts';
import { type OpenedDialog, SiteDialogs } from './site-dialogs.tsx';
import { SiteRow } from './site-row.tsx';
import styles from './sites-screen.module.css';
import { TagFilter } from './tag-filter.tsx';
import { useSites } from './use-sites.ts';
import { useTagChanges } from './use-tag-changes.ts';

const PAGE_SIZE = 9;
const COLUMNS = [m.site, m.tags, m.windows, m.chromeOs] as const;

const sitesOf = (rows: readonly Row<Site>[]): Site[] => rows.map(({ site }) => site);

/** The sites that match the filter and the search, with their parents. */
function useSiteList(sites: readonly Site[], chosen: ReadonlySet<string>) {
  const { page = 1 } = useSearch({ from: '/admin/sites/sites-tags' });
  const navigate = useNavigate({ from: '/admin/sites/sites-tags' });
  const all = useMemo(() => siteRows(sites), [sites]);
  // The search runs on sites and not on rows, because it also shows the parents of each match.
  const search = useCallback(
    (_: unknown, query: string) => {
      const finds = searchFor(query);
      return shownSiteRows(
        sites,
        (site) => finds(site.name) && (chosen.size === 0 || site.tags.some((id) => chosen.has(id))),
      );
    },
    [sites, chosen],
  );
  const list = useList(all, {
    search,
    place: {
      page,
      perPage: PAGE_SIZE,
      onPage: (next, replace) =>
        void navigate({ search: (before) => ({ ...before, page: next === 1 ? undefined : next }), replace }),
    },
  });
  return { all, list };
}

/** The open dialog: opened by a press, or by the address, so that a link leads to it. */
function useOpened(all: readonly Row<Site>[]) {
  const { page, config, configMS, token, site } = useSearch({ from: '/admin/sites/sites-tags' });
  const navigate = useNavigate({ from: '/admin/sites/sites-tags' });
  const [pressed, setPressed] = useState<OpenedDialog>();
  const named = (id: string | undefined) => all.find((row) => row.site.id === id)?.site;
  function byAddress(): OpenedDialog | undefined {
    const [chromebooks, windows, about] = [named(config), named(configMS), named(site)];
    if (token !== undefined && about) return { name: 'token', action: token, site: about };
    if (chromebooks) return { name: 'deployment', machines: 'chromeos', site: chromebooks };
    return windows && { name: 'deployment', machines: 'windows', site: windows };
  }
  const search = page === undefined ? {} : { page };
  return {
    opened: pressed ?? byAddress(),
    open: setPressed,
    close() {
      setPressed(undefined);
      if (config !== undefined || configMS !== undefined || token !== undefined)
        void navigate({ search, replace: true });
    },
    askFor: (action: 'issue' | 'revoke', siteId: string) =>
      void navigate({ search: { ...search, token: action, site: siteId } }),
    showDeployment(siteId: string) {
      setPressed(undefined);
      void navigate({ search: { ...search, config: siteId }, replace: true });
    },
  };
}

/** The number of selected sites, and the bulk actions of super admins. */
function SelectionBar(props: {
  found: readonly Site[];
  selection: ListSelection;
  isSuperAdmin: boolean;
  onAddTags: () => void;
}) {
  const { found, selection } = props;
  const count = selection.ids.length;
  return (
    <div className={styles.bar}>
      <TableBox
        label={m.selectAll({ count: found.length })}
        state={selection.state}
        onChange={selection.selectAll}
      />
      <span role="status">{count === 0 ? m.selectAll({ count: found.length }) : m.selected({ count })}</span>
      {count > 0 && props.isSuperAdmin ? (
        <Button needsPlatform icon={mdiTagPlusOutline} onClick={props.onAddTags}>
          {m.addTags}
        </Button>
      ) : null}
      {count > 0 ? (
        <Button look="quiet" onClick={() => selection.selectAll(false)}>
          {m.clearSelection}
        </Button>
      ) : null}
    </div>
  );
}

/** The tenant's sites with their tags and deployments, nested ones below their parents. */
export function SitesScreen() {
  const { sites, tags, links } = useSites();
  const { superAdmin: isSuperAdmin } = useRoles();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { all, list } = useSiteList(sites, chosen);
  const found = useMemo(() => sitesOf(list.found), [list.found]);
  const selection = useListSelection(
    useMemo(() => sitesOf(all), [all]),
    found,
  );
  const { opened, open, close, askFor, showDeployment } = useOpened(all);
  const tagChanges = useTagChanges(links);
  const addButton = isSuperAdmin ? (
    <Button needsPlatform look="primary" icon={mdiPlus} onClick={() => open({ name: 'add' })}>
      {m.addSite}
    </Button>
  ) : null;
  const actions = {
    edit: (site: Site) => open({ name: 'edit', site }),
    remove: (site: Site) => open({ name: 'delete', site }),
    issue: (site: Site) => askFor('issue', site.id),
    revoke: (site: Site) => askFor('revoke', site.id),
    addTag: tagChanges.add,
    removeTag: tagChanges.remove,
  };
  return (
    <>
      {all.length === 0 ? (
        <EmptyState
          icon={mdiOfficeBuildingOutline}
          title={m.noSites}
          text={isSuperAdmin ? m.noSitesText : m.noSitesForManagers}
        >
          {addButton}
          {isSuperAdmin ? <Link to="/admin/overview">{m.firstSteps}</Link> : null}
        </EmptyState>
      ) : (
        <ListPage
          list={list}
          searchLabel={m.search}
          noMatch={m.noMatch}
          status={
            <>
              <TagFilter tags={tags} chosen={chosen} onChoose={setChosen} />
              {addButton}
            </>
          }
          bar={
            <SelectionBar
              found={found}
              selection={selection}
              isSuperAdmin={isSuperAdmin}
              onAddTags={() =>
                open({ name: 'add-tags', sites: sitesOf(all).filter(({ id }) => selection.has(id)) })
              }
            />
          }
        >
          {(shown) => (
            <DataTable
              caption={m.sites}
              columns={isSuperAdmin ? [...COLUMNS, m.actions] : COLUMNS}
              hasActions={isSuperAdmin}
            >
              {shown.map((row) => (
                <SiteRow
                  key={row.site.id}
                  row={row}
                  page={list.page === 1 ? undefined : list.page}
                  tags={tags}
                  selection={selection}
                  isSuperAdmin={isSuperAdmin}
                  actions={actions}
                />
              ))}
            </DataTable>
          )}
        </ListPage>
      )}
      <SiteDialogs
        opened={opened}
        sites={sites}
        tags={tags}
        onClose={close}
        onMade={(site) => open({ name: 'first-token', site })}
        onIssued={showDeployment}
        onIssue={(siteId) => askFor('issue', siteId)}
      />
    </>
  );
}
