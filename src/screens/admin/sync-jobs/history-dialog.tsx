import { useQuery } from '@tanstack/react-query';
import type { SyncJob, SyncRun } from '#protocol/rest/sync-job.ts';
import { syncRunsQuery } from '#rest/admin/sync-jobs.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { DataTable } from '#ui/list/data-table.tsx';
import { ListReader } from '#ui/list/list-page.tsx';
import styles from './history-dialog.module.css';
import { m } from './messages.ts';
import { timeText } from './time-text.ts';

const POLL_INTERVAL_MS = 2_000;
const WORDS = { loading: m.runsLoading, failed: m.runsNotRead, retry: m.tryAgain };

/** The latest runs of a job: their results, and why they failed. */
export function HistoryDialog({ job, onClose }: { job: SyncJob; onClose: () => void }) {
  const reading = useQuery({
    ...syncRunsQuery(job.id),
    // Counts grow during a run. Jobs and runs are separate queries: either may report the end first.
    refetchInterval: ({ state }) =>
      job.run !== undefined || state.data?.some(({ outcome }) => outcome === null) ? POLL_INTERVAL_MS : false,
  });
  return (
    <Dialog
      label={m.historyTitle({ name: job.name })}
      width="52rem"
      closeLabel={m.close}
      onClose={onClose}
      withHeader
    >
      <DialogForm cancelTitle={m.close} onCancel={onClose}>
        <ListReader reading={reading} words={WORDS}>
          {(runs) => (runs.length === 0 ? <p>{m.noRuns}</p> : <Runs runs={runs} />)}
        </ListReader>
      </DialogForm>
    </Dialog>
  );
}

function Runs({ runs }: { runs: readonly SyncRun[] }) {
  return (
    <DataTable caption={m.history} columns={[m.started, m.outcome, m.read, m.added, m.changed, m.removed]}>
      {runs.map((run) => (
        <tr key={run.id}>
          <td className={styles.time}>
            {timeText(run.startedAt ?? run.askedAt)}
            <span className={styles.cause}>{run.cause === 'schedule' ? m.bySchedule : m.byTutor}</span>
          </td>
          <td className={styles.outcome}>
            {run.outcome === null ? m.goesOn : m.outcomes[run.outcome]}
            {run.humanError === undefined ? null : <span className={styles.cause}>{run.humanError}</span>}
          </td>
          {[run.read, run.added, run.changed, run.removed].map((count, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay where they are
            <td key={at} className={styles.count}>
              {count.toLocaleString('en')}
            </td>
          ))}
        </tr>
      ))}
    </DataTable>
  );
}
