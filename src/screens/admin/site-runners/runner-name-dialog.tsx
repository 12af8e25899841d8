import { useState } from 'react';
import { shownName } from '#domain/people/shown-name.ts';
import type { SiteRunner } from '#protocol/rest/admin/site-runner.ts';
import { saveSiteRunner, siteRunnersQuery } from '#rest/admin/site-runners.ts';
import { useWrite } from '#rest/use-write.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { useSaving } from '#ui/use-saving.ts';
import { useWhileDrawn } from '#ui/use-while-drawn.ts';
import { m } from './messages.ts';
import { nameProblem, RunnerNameField } from './runner-name-field.tsx';

/** Renames a runner; its token and its site stay the same. `send`: replaced in tests. */
export function RunnerNameDialog(props: {
  runner: SiteRunner;
  runners: readonly SiteRunner[];
  onClose: () => void;
  send?: typeof saveSiteRunner;
}) {
  const { runner, runners, onClose, send = saveSiteRunner } = props;
  const [name, setName] = useState(runner.name);
  const [isAttempted, setAttempted] = useState(false);
  const write = useWrite({
    // Send the other fields as the platform has them now.
    send: (next: string) => {
      const { siteId, roles } = runners.find(({ id }) => id === runner.id) ?? runner;
      return send(runner.id, { name: next, siteId, roles });
    },
    changed: { queryKey: ['site-runners'] },
    show: (client, _, saved) =>
      client.setQueryData(siteRunnersQuery().queryKey, (all) =>
        all?.map((each) => (each.id === saved.id ? saved : each)),
      ),
  });
  const { save, isSaving, why } = useSaving(write.mutateAsync);
  const end = useWhileDrawn(onClose);
  const problem = nameProblem(name, runners, runner.id);
  const isSame = name.trim() === runner.name;

  async function submit(): Promise<void> {
    if (!(await save(name.trim()))) return;
    toasts.show({ type: 'success', text: m.saved({ name: shownName(name, 60) }) });
    end();
  }
  return (
    <Dialog
      label={m.editTitle({ name: shownName(runner.name, 60) })}
      width="464px"
      closeLabel={m.close}
      onClose={onClose}
      isUnsaved={!isSame}
      withHeader
    >
      <DialogForm
        cancelTitle={m.cancel}
        submit={{
          title: m.save,
          obstacle: problem ?? (isSame ? m.unchanged : undefined),
          onAttempt: () => setAttempted(true),
          onSubmit: () => void submit(),
        }}
        savingTitle={isSaving ? m.saving : undefined}
        failure={why && `${m.notSaved} ${why}`}
      >
        <RunnerNameField name={name} problem={problem} isAttempted={isAttempted} onChange={setName} />
      </DialogForm>
    </Dialog>
  );
}
