import { useEffect, useRef } from 'react';
import { kindOf, type SyncJob } from '#protocol/rest/sync-job.ts';
import { bodyOfJob } from '#rest/admin/sync-jobs.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useWhileDrawn } from '#ui/use-while-drawn.ts';
import { m } from './messages.ts';
import { PreviewView } from './preview-view.tsx';
import { usePreview } from './use-preview.ts';
import { useRun } from './use-run.ts';

/** Changes that a run would make now. The run is started and, if needed, confirmed from here. */
export function PreviewDialog({ job, onClose }: { job: SyncJob; onClose: () => void }) {
  const { state, look } = usePreview();
  const { run } = useRun();
  const end = useWhileDrawn(onClose);
  const kind = kindOf(job.importSettings);
  const begin = useRef(() => look(job.id, bodyOfJob(job)));
  useEffect(() => void begin.current(), []);

  async function submit(confirmed?: number): Promise<void> {
    if (await run(job, confirmed)) end();
  }
  const preview = state.name === 'there' ? state.preview : undefined;
  const count = preview?.needsConfirmation ? preview.remove.count : undefined;
  return (
    <Dialog
      label={m.previewTitle({ name: job.name })}
      width="40rem"
      closeLabel={m.close}
      onClose={onClose}
      withHeader
    >
      <DialogForm
        cancelTitle={m.close}
        onCancel={onClose}
        submit={
          preview === undefined
            ? state.name === 'failed'
              ? { title: m.tryAgain, onSubmit: () => void begin.current() }
              : undefined
            : count === undefined
              ? { title: m.runNow, onSubmit: () => void submit() }
              : {
                  title: m.confirmRemoval({ kind, count }),
                  look: 'danger',
                  onSubmit: () => void submit(count),
                }
        }
        failure={state.name === 'failed' ? `${m.notPreviewed} ${state.why}` : undefined}
      >
        {state.name === 'reading' ? <Spinner label={m.previewing} /> : null}
        {preview === undefined ? null : <PreviewView kind={kind} preview={preview} />}
      </DialogForm>
    </Dialog>
  );
}
