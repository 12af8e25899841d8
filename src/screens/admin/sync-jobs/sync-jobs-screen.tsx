import { mdiPlus, mdiSync } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { siteRows } from '#domain/groups/site-tree.ts';
import { searchFor } from '#domain/lists/search-text.ts';
import type { SyncJob } from '#protocol/rest/sync-job.ts';
import { syncJobsQuery } from '#rest/admin/sync-jobs.ts';
import { integrationsQuery } from '#rest/integrations.ts';
import { sitesQuery, tagsQuery } from '#rest/sites.ts';
import { ScreenHeader } from '#shell/layout/screen-header.tsx';
import { lazyDialog } from '#shell/lazy/lazy-part.tsx';
import { Button } from '#ui/button.tsx';
import { CountCard } from '#ui/count-card.tsx';
import { DialogBoundary } from '#ui/dialog/dialog-boundary.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { DataTable } from '#ui/list/data-table.tsx';
import { ListPage, ListReader } from '#ui/list/list-page.tsx';
import { useList } from '#ui/list/use-list.ts';
import { DeleteJobDialog } from './delete-job-dialog.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { type JobAction, JobRow, parametersText } from './job-row.tsx';
import { m } from './messages.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { useRun } from './use-run.ts';

const JobDialog = lazyDialog(m.title, async () => (await import('./job-dialog.tsx')).JobDialog);

const WORDS = { loading: m.loading, failed: m.notRead, retry: m.tryAgain, outdated: m.outdated };
const COLUMNS = [m.jobName, m.state, m.source, m.place, m.parameters, m.lastRan, m.actions];

/** The dialog over the list. It finds the job by its id, so that it shows the latest version. */
type Opened = { name: 'add' } | { name: Exclude<JobAction, 'run' | 'stop'>; id: string };

/** The jobs that import from directories. */
export function SyncJobsScreen() {
  const reading = useQuery(syncJobsQuery());
  return (
    <>
      <ScreenHeader crumbs={[{ title: m.title }]}>
        {reading.data === undefined ? null : (
          <CountCard count={reading.data.length} singular={m.singular} plural={m.plural} />
        )}
      </ScreenHeader>
      <ListReader reading={reading} words={WORDS}>
        {(jobs) => <JobList jobs={jobs} />}
      </ListReader>
    </>
  );
}

/** Names of what the jobs refer to: integrations, sites and tags. */
function useNames() {
  const integrations = useQuery(integrationsQuery()).data;
  const sites = useQuery(sitesQuery()).data;
  const tags = useQuery(tagsQuery()).data;
  return useMemo(() => {
    const sources = new Map(integrations?.map(({ id, name }) => [id, name]));
    const siteNames = new Map(siteRows(sites ?? []).map(({ site }) => [site.id, site.name]));
    const tagNames = new Map(tags?.map(({ id, name }) => [id, name]));
    return {
      source: (job: SyncJob) => sources.get(job.integrationId) ?? m.unknownSource,
      place: ({ siteId, tagId }: SyncJob) =>
        tagId === null
          ? (siteNames.get(siteId ?? '') ?? m.unknownSite)
          : (tagNames.get(tagId) ?? m.unknownTag),
    };
  }, [integrations, sites, tags]);
}

function JobList({ jobs }: { jobs: readonly SyncJob[] }) {
  const [opened, setOpened] = useState<Opened>();
  const names = useNames();
  const { run, stop } = useRun();
  const sorted = useMemo(() => jobs.toSorted((a, b) => a.name.localeCompare(b.name)), [jobs]);
  const search = useCallback(
    (rows: readonly SyncJob[], query: string) => {
      const finds = searchFor(query);
      return rows.filter((job) => finds(job.name, names.source(job), names.place(job), parametersText(job)));
    },
    [names],
  );
  const list = useList(sorted, { search });
  const add = (
    <Button needsPlatform look="primary" icon={mdiPlus} onClick={() => setOpened({ name: 'add' })}>
      {m.addJob}
    </Button>
  );
  function act(job: SyncJob, action: JobAction): void {
    if (action === 'run') void run(job);
    else if (action === 'stop') void stop(job);
    else setOpened({ name: action, id: job.id });
  }
  return (
    <>
      {jobs.length === 0 ? (
        <EmptyState icon={mdiSync} title={m.empty} text={m.emptyText}>
          {add}
        </EmptyState>
      ) : (
        <ListPage list={list} searchLabel={m.search} noMatch={m.noMatch} status={add}>
          {(shown) => (
            <DataTable caption={m.title} columns={COLUMNS} hasActions>
              {shown.map((job) => (
                <JobRow
                  key={job.id}
                  job={job}
                  source={names.source(job)}
                  place={names.place(job)}
                  onAct={(action) => act(job, action)}
                />
              ))}
            </DataTable>
          )}
        </ListPage>
      )}
      {opened === undefined ? null : (
        <DialogBoundary onClose={() => setOpened(undefined)}>
          <Dialogs
            key={opened.name === 'add' ? 'add' : `${opened.name} ${opened.id}`}
            opened={opened}
            jobs={jobs}
            onClose={() => setOpened(undefined)}
          />
        </DialogBoundary>
      )}
    </>
  );
}

function Dialogs(props: { opened: Opened; jobs: readonly SyncJob[]; onClose: () => void }) {
  const { opened, jobs, onClose } = props;
  // The dialog stays open if another administrator deletes the job. Saving then fails.
  const [first] = useState(() => jobs.find(({ id }) => 'id' in opened && id === opened.id));
  const job = jobs.find(({ id }) => id === first?.id) ?? first;
  if (opened.name === 'add') return <JobDialog onClose={onClose} />;
  if (job === undefined) return null;
  switch (opened.name) {
    case 'edit':
      return <JobDialog job={job} onClose={onClose} />;
    case 'preview':
      return <PreviewDialog job={job} onClose={onClose} />;
    case 'history':
      return <HistoryDialog job={job} onClose={onClose} />;
    case 'delete':
      return <DeleteJobDialog job={job} onClose={onClose} />;
  }
}
