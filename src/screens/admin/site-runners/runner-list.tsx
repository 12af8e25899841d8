import { mdiDownload, mdiPlus, mdiServerNetworkOutline } from '@mdi/js';
import { useMemo, useState } from 'react';
import type { SiteRunner } from '#protocol/rest/admin/site-runner.ts';
import type { Site } from '#protocol/rest/site.ts';
import { lazyDialog } from '#shell/lazy/lazy-part.tsx';
import { usePage } from '#shell/navigation/use-page.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { DataTable } from '#ui/list/data-table.tsx';
import { ListPage } from '#ui/list/list-page.tsx';
import { SortHeading } from '#ui/list/sort-heading.tsx';
import { useList } from '#ui/list/use-list.ts';
import { m } from './messages.ts';
import { runnerDownload } from './runner-download.ts';
import { createRunnerRows, runnerText, searchRunners } from './runner-rows.ts';
import { type RunnerPress, RunnerTableRow } from './runner-table-row.tsx';
import styles from './site-runners.module.css';

const PER_PAGE = 10;
const SORTED = [
  { column: 'runner', title: m.runner },
  { column: 'site', title: m.site },
];
const FIRST = { column: 'runner', isDescending: false };

const RunnerWizard = lazyDialog(
  m.createTitle,
  async () => (await import('./wizard/runner-wizard.tsx')).RunnerWizard,
);
const RunnerTokenDialog = lazyDialog(
  m.token,
  async () => (await import('./token/runner-token-dialog.tsx')).RunnerTokenDialog,
);
const RunnerNameDialog = lazyDialog(
  m.editName,
  async () => (await import('./runner-name-dialog.tsx')).RunnerNameDialog,
);
const DeleteRunnerDialog = lazyDialog(
  m.remove,
  async () => (await import('./delete-runner-dialog.tsx')).DeleteRunnerDialog,
);

/** The dialog that is open over the list. */
type Opened = { name: 'create' } | { name: RunnerPress; runner: SiteRunner };

function Dialogs(props: {
  opened: Opened;
  runners: readonly SiteRunner[];
  sites: readonly Site[];
  onClose: () => void;
}) {
  const { opened, runners, sites, onClose } = props;
  if (opened.name === 'create') return <RunnerWizard runners={runners} sites={sites} onClose={onClose} />;
  const { runner } = opened;
  if (opened.name === 'token') return <RunnerTokenDialog runner={runner} onClose={onClose} />;
  if (opened.name === 'edit') return <RunnerNameDialog runner={runner} runners={runners} onClose={onClose} />;
  return <DeleteRunnerDialog runner={runner} onClose={onClose} />;
}

/** The runners of the tenant, with the actions of super admins. */
export function RunnerList(props: { runners: readonly SiteRunner[]; sites: readonly Site[] }) {
  const { runners, sites } = props;
  const [opened, setOpened] = useState<Opened>();
  const rows = useMemo(() => createRunnerRows(runners, sites), [runners, sites]);
  const list = useList(
    rows,
    { search: searchRunners, place: { ...usePage(), perPage: PER_PAGE } },
    { first: FIRST, textOf: runnerText },
  );
  const download = runnerDownload();
  const buttons = (
    <>
      <Button needsPlatform look="primary" icon={mdiPlus} onClick={() => setOpened({ name: 'create' })}>
        {m.setUp}
      </Button>
      <ButtonLink
        look="default"
        icon={mdiDownload}
        href={download.href}
        download
        aria-describedby="runner-download"
      >
        {m.download}
      </ButtonLink>
    </>
  );
  const hint = (
    <span id="runner-download" className={styles.hint}>
      {download.hint}
    </span>
  );
  return (
    <>
      {runners.length === 0 ? (
        <EmptyState icon={mdiServerNetworkOutline} title={m.noRunners} text={m.noRunnersText}>
          {buttons}
          {hint}
        </EmptyState>
      ) : (
        <ListPage
          list={list}
          searchLabel={m.search}
          noMatch={m.noMatch}
          status={
            <>
              {buttons}
              {hint}
            </>
          }
        >
          {(shown) => (
            <DataTable
              caption={m.siteRunners}
              columns={[
                ...SORTED.map((each) => (
                  <SortHeading key={each.column} {...each} sort={list.sort} onSort={list.sortBy} />
                )),
                m.actions,
              ]}
              hasActions
            >
              {shown.map((row) => (
                <RunnerTableRow
                  key={row.id}
                  row={row}
                  onPress={(name) => setOpened({ name, runner: row.runner })}
                />
              ))}
            </DataTable>
          )}
        </ListPage>
      )}
      {opened === undefined ? null : (
        <Dialogs opened={opened} runners={runners} sites={sites} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}
