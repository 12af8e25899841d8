import { shownName } from '#domain/people/shown-name.ts';
import { isAppError } from '#protocol/app-error.ts';
import type { Tag } from '#protocol/rest/site.ts';
import { deleteTag } from '../../../../rest/admin/sites.ts';
import { useWrite } from '../../../../rest/use-write.ts';
import { toasts } from '../../../../shell/toasts/toasts.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { DialogForm } from '../../../../ui/dialog/dialog-form.tsx';
import { useSaving } from '../../../../ui/use-saving.ts';
import { holdsSites } from '../use-sites.ts';
import { m } from './messages.ts';

/** Asks before a tag is deleted, with the roles that it gave. */
export function DeleteTagDialog(props: {
  tag: Tag;
  /** How many sites carry it. */
  count: number;
  onClose: () => void;
  send?: (tagId: string) => Promise<void>;
}) {
  const { tag, count, onClose, send = deleteTag } = props;
  const name = shownName(tag.name, 60);
  const write = useWrite({ send, changed: { predicate: holdsSites } });
  const { save, isSaving, why } = useSaving(() =>
    write.mutateAsync(tag.id).catch((error: unknown) => {
      // Somebody else was faster: it is gone, which is what was asked for.
      if (!isAppError(error) || error.code !== 'not-found') throw error;
    }),
  );
  async function submit(): Promise<void> {
    if (!(await save(undefined))) return;
    toasts.show({ type: 'success', text: m.deleted({ name }) });
    onClose();
  }
  return (
    <Dialog label={m.deleteTitle({ name })} width="30rem" closeLabel={m.close} onClose={onClose} withHeader>
      <DialogForm
        cancelTitle={m.cancel}
        onCancel={onClose}
        submit={{ title: m.deleteTag, look: 'danger', onSubmit: () => void submit() }}
        savingTitle={isSaving ? m.deleting : undefined}
        failure={why}
      >
        <p>{m.deleteText({ count })}</p>
      </DialogForm>
    </Dialog>
  );
}
