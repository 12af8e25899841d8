import { useContext } from 'react';
import { DeletionDialog } from '#features/deletion/deletion-dialog.tsx';
import { kindOf, type SyncJob } from '#protocol/rest/sync-job.ts';
import { goneIsDone } from '#rest/gone-is-done.ts';
import { useWrite } from '#rest/use-write.ts';
import { JobRest } from './job-rest.ts';
import { m } from './messages.ts';

/** Asks before a job is deleted, and lists what stays. */
export function DeleteJobDialog({ job, onClose }: { job: SyncJob; onClose: () => void }) {
  const rest = useContext(JobRest);
  const write = useWrite({
    send: (id: string) => goneIsDone(rest.remove(id)),
    changed: { queryKey: ['syncs'] },
  });
  return (
    <DeletionDialog
      title={m.deleteTitle({ name: job.name })}
      words={m}
      submitTitle={m.deleteJob}
      deletedText={m.deleted({ name: job.name })}
      failedText={m.notDeleted}
      remove={() => write.mutateAsync(job.id)}
      onClose={onClose}
    >
      <p>{m.deleteText[kindOf(job.importSettings)]}</p>
      <p>{m.deleteMore}</p>
      {job.run === undefined ? null : <p>{m.deleteStops}</p>}
    </DeletionDialog>
  );
}
