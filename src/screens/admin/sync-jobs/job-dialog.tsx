import { useQuery } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import type { SyncJob, SyncJobBody } from '#protocol/rest/sync-job.ts';
import { integrationsQuery } from '#rest/integrations.ts';
import { useWrite } from '#rest/use-write.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { FailureNotice } from '#ui/failure/failure-notice.tsx';
import { failureText } from '#ui/failure/failure-text.ts';
import { useFields } from '#ui/field/use-fields.ts';
import { Spinner } from '#ui/spinner.tsx';
import { useSaving } from '#ui/use-saving.ts';
import { useWhileDrawn } from '#ui/use-while-drawn.ts';
import { bodyOfDraft, draftOfJob, EMPTY_JOB, isSameJob, type JobDraft, jobProblems } from './job-draft.ts';
import { JobFields } from './job-fields.tsx';
import { JobRest } from './job-rest.ts';
import { m } from './messages.ts';
import { PreviewView } from './preview-view.tsx';
import { type PreviewState, usePreview } from './use-preview.ts';

/** Saves the job and runs it. Returns the failure text if it was saved but could not be run. */
function useSave() {
  const rest = useContext(JobRest);
  return useWrite({
    send: async ({ id, body }: { id: string | undefined; body: SyncJobBody }) => {
      const saved = await rest.save(id, body);
      // An inactive job is saved without running it.
      if (!body.enabled) return undefined;
      return rest.run(saved).then(() => undefined, failureText);
    },
    changed: { queryKey: ['syncs'] },
  });
}

/** Fields that form one choice: the target; and the place in the source, in the format of the source. */
const TOGETHER = [
  ['to', 'siteId', 'tagId'],
  ['integrationId', 'place'],
] as const satisfies readonly (readonly (keyof JobDraft)[])[];

/** Adds a job (`job` is undefined) or changes one, with a preview of its changes. */
export function JobDialog({ job, onClose }: { job?: SyncJob; onClose: () => void }) {
  const saved = job === undefined ? EMPTY_JOB : draftOfJob(job);
  const { fields: draft, change: changeFields } = useFields(saved, TOGETHER);
  const [isAttempted, setAttempted] = useState(false);
  const preview = usePreview(JSON.stringify(saved));
  const write = useSave();
  const { save, isSaving, why } = useSaving(
    async (request: { id: string | undefined; body: SyncJobBody }) => {
      showSaved(request.body, await write.mutateAsync(request));
    },
  );
  const end = useWhileDrawn(onClose);
  const integrations = useQuery(integrationsQuery()).data;
  const service = integrations?.find(({ id }) => id === draft.integrationId)?.service;
  const problems = jobProblems(draft, job && service);
  const body = bodyOfDraft(draft, service, problems);
  const isSame = job !== undefined && isSameJob(draft, saved);
  const obstacle = Object.values(problems)[0] ?? (isSame ? m.noChange : undefined);

  function change(fields: Partial<JobDraft>): void {
    changeFields(fields);
    preview.forget();
  }
  async function submit(): Promise<void> {
    if (body !== undefined && (await save({ id: job?.id, body }))) end();
  }
  return (
    <Dialog
      label={job === undefined ? m.createTitle : m.editTitle}
      width="40rem"
      closeLabel={m.close}
      onClose={onClose}
      isUnsaved={!isSameJob(draft, saved)}
      withHeader
    >
      <DialogForm
        cancelTitle={m.cancel}
        submit={{
          title: m.save,
          obstacle,
          onSubmit: () => void submit(),
          onAttempt: () => setAttempted(true),
        }}
        savingTitle={isSaving ? m.saving : undefined}
        failure={why && `${m.notSaved} ${why}`}
        notice={<PreviewPart state={preview.state} kind={draft.kind} />}
        aside={
          <Button
            needsPlatform
            aria-disabled={body === undefined}
            data-tip={body === undefined ? Object.values(problems)[0] : undefined}
            onClick={() => {
              setAttempted(true);
              if (body !== undefined) void preview.look(job?.id, body);
            }}
          >
            {m.previewButton}
          </Button>
        }
      >
        <JobFields
          draft={draft}
          problems={isAttempted ? problems : {}}
          service={service}
          isNew={job === undefined}
          onChange={change}
        />
        {job !== undefined && body !== undefined && isElsewhere(job, body) ? <p>{m.elsewhere}</p> : null}
      </DialogForm>
    </Dialog>
  );
}

function showSaved({ name, enabled }: SyncJobBody, notRun: string | undefined): void {
  if (notRun === undefined)
    toasts.show({ type: 'success', text: enabled ? m.savedAndRuns({ name }) : m.saved({ name }) });
  else toasts.show({ type: 'warning', text: `${m.savedNotRun({ name })} ${notRun}`, closable: true });
}

const isElsewhere = (job: SyncJob, body: SyncJobBody) =>
  job.integrationId !== body.integrationId || job.siteId !== body.siteId || job.tagId !== body.tagId;

function PreviewPart({ state, kind }: { state: PreviewState; kind: JobDraft['kind'] }) {
  switch (state.name) {
    case 'none':
      return null;
    case 'reading':
      return <Spinner label={m.previewing} />;
    case 'failed':
      return <FailureNotice text={`${m.notPreviewed} ${state.why}`} />;
    case 'there':
      return <PreviewView kind={kind} preview={state.preview} />;
  }
}
