import { shownName } from '#domain/people/shown-name.ts';
import { isAppError } from '#protocol/app-error.ts';
import type { SiteRunner } from '#protocol/rest/admin/site-runner.ts';
import { deleteSiteRunner, siteRunnersQuery } from '../../../rest/admin/site-runners.ts';
import { useWrite } from '../../../rest/use-write.ts';
import { toasts } from '../../../shell/toasts/toasts.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogForm } from '../../../ui/dialog/dialog-form.tsx';
import { useSaving } from '../../../ui/use-saving.ts';
import { m } from './messages.ts';
import { isConnected } from './runner-state.tsx';

/** Asks before a runner is deleted: nobody can give it back its token. `send`: the verb of the platform. */
export function DeleteRunnerDialog(props: {
  runner: SiteRunner;
  onClose: () => void;
  send?: (id: string) => Promise<void>;
}) {
  const { runner, onClose, send = deleteSiteRunner } = props;
  const name = shownName(runner.name, 60);
  const write = useWrite({
    send: (id: string) =>
      send(id).catch((error: unknown) => {
        // Somebody else was faster: it is gone, which is what was asked for.
        if (!isAppError(error) || error.code !== 'not-found') throw error;
      }),
    changed: { queryKey: ['site-runners'] },
    show: (client, id) =>
      client.setQueryData(siteRunnersQuery().queryKey, (all) => all?.filter((each) => each.id !== id)),
  });
  const { save, isSaving, why } = useSaving(write.mutateAsync);
  async function submit(): Promise<void> {
    if (!(await save(runner.id))) return;
    toasts.show({ type: 'success', text: m.deleted({ name }) });
    onClose();
  }
  return (
    <Dialog label={m.deleteTitle({ name })} width="464px" closeLabel={m.close} onClose={onClose} withHeader>
      <DialogForm
        cancelTitle={m.cancel}
        onCancel={onClose}
        submit={{ title: m.deleteNow, look: 'danger', onSubmit: () => void submit() }}
        savingTitle={isSaving ? m.deleting : undefined}
        failure={why && `${m.notDeleted} ${why}`}
      >
        <p>{m.deleteText}</p>
        {isConnected(runner) ? <p>{m.deleteConnected}</p> : null}
      </DialogForm>
    </Dialog>
  );
}
