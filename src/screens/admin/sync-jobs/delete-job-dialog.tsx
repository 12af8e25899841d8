import { useContext } from 'react';
import { kindOf, type SyncJob } from '#protocol/rest/sync-job.ts';
import { useWrite } from '../../../rest/use-write.ts';
import { toasts } from '../../../shell/toasts/toasts.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogForm } from '../../../ui/dialog/dialog-form.tsx';
import { useSaving } from '../../../ui/use-saving.ts';
import { JobRest } from './job-rest.ts';
import { m } from './messages.ts';

/** Asks before a job is deleted, and says what stays. */
export function DeleteJobDialog({ job, onClose }: { job: SyncJob; onClose: () => void }) {
  const write = useWrite({ send: useContext(JobRest).remove, changed: { queryKey: ['syncs'] } });
  const { save, isSaving, why } = useSaving(write.mutateAsync);
  async function confirm(): Promise<void> {
    if (!(await save(job.id))) return;
    toasts.show({ type: 'success', text: m.deleted({ name: job.name }) });
    onClose();
  }
  return (
    <Dialog
      label={m.deleteTitle({ name: job.name })}
      width="464px"
      closeLabel={m.close}
      onClose={onClose}
      withHeader
    >
      <DialogForm
        cancelTitle={m.cancel}
        onCancel={onClose}
        submit={{ title: m.deleteJob, look: 'danger', onSubmit: () => void confirm() }}
        savingTitle={isSaving ? m.deleting : undefined}
        failure={why && `${m.notDeleted} ${why}`}
      >
        <p>{m.deleteText[kindOf(job.importSettings)]}</p>
        <p>{m.deleteMore}</p>
        {job.run === undefined ? null : <p>{m.deleteStops}</p>}
      </DialogForm>
    </Dialog>
  );
}
