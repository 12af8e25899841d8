import { mdiOfficeBuildingOutline } from '@mdi/js';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { siteRows } from '#domain/groups/site-tree.ts';
import { shownName } from '#domain/people/shown-name.ts';
import { ScreenHeader } from '#shell/layout/screen-header.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SelectField } from '#ui/field/select-field.tsx';
import { PageBody } from '#ui/page-body.tsx';
import { useSites } from '../use-sites.ts';
import styles from './deployment.module.css';
import { DeploymentParts } from './deployment-parts.tsx';
import { m } from './messages.ts';

function NoSite(props: { title: string; text: string }) {
  return (
    <EmptyState icon={mdiOfficeBuildingOutline} title={props.title} text={props.text}>
      <Link to="/admin/sites/sites-tags">{m.toSites}</Link>
    </EmptyState>
  );
}

/** The deployment of a site as a page, for all kinds of machines. The address names the site. */
export function InstallerScreen() {
  const { sites } = useSites();
  const { site: siteId } = useSearch({ from: '/admin/sites/sites-installer' });
  const navigate = useNavigate({ from: '/admin/sites/sites-installer' });
  const rows = siteRows(sites);
  const site = siteId === undefined ? rows[0]?.site : rows.find((row) => row.site.id === siteId)?.site;
  return (
    <>
      <ScreenHeader
        crumbs={[{ title: m.sites, link: { to: '/admin/sites/sites-tags' } }, { title: m.deployment }]}
      />
      <PageBody>
        {rows.length === 0 ? <NoSite title={m.noSites} text={m.noSitesText} /> : null}
        {rows.length > 0 && site === undefined ? <NoSite title={m.noSite} text={m.noSiteText} /> : null}
        {site === undefined ? null : (
          <div className={`${styles.parts} ${styles.page}`}>
            <SelectField
              label={m.site}
              value={site.id}
              options={rows.map((row) => ({
                value: row.site.id,
                title: `${'\u2003'.repeat(row.depth)}${shownName(row.site.name, 80)}`,
              }))}
              onChange={(id) => void navigate({ search: { site: id } })}
            />
            <DeploymentParts
              key={site.id}
              site={site}
              onIssue={() =>
                void navigate({
                  to: '/admin/sites/sites-tags',
                  search: { token: 'issue', site: site.id },
                })
              }
            />
          </div>
        )}
      </PageBody>
    </>
  );
}
