import { useContext } from 'react';
import { shownName } from '#domain/people/shown-name.ts';
import type { Group } from '#protocol/rest/group.ts';
import { goneIsDone } from '#rest/gone-is-done.ts';
import { groupsQuery } from '#rest/groups.ts';
import { useWrite } from '#rest/use-write.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { failureText } from '#ui/failure/failure-text.ts';
import { GroupRest } from './group-rest.ts';
import { m } from './messages.ts';
import { pendingDeletions } from './pending-deletions.ts';

/** Asks before a group is deleted. The deletion takes place once it can no longer be undone. */
export function DeleteGroupDialog(props: { group: Group; onClose: () => void }) {
  const { group, onClose } = props;
  const name = shownName(group.title, 60);
  const rest = useContext(GroupRest);
  const write = useWrite({
    send: (id: string) => goneIsDone(rest.remove(id)),
    changed: { predicate: ({ queryKey }) => queryKey[0] === 'groups' || queryKey[0] === 'policies' },
    show: (client, id) =>
      client.setQueryData(groupsQuery().queryKey, (groups) => groups?.filter((each) => each.id !== id)),
  });
  /** Runs even if the screen was left by then. */
  async function remove(): Promise<void> {
    try {
      await write.mutateAsync(group.id);
    } catch (error) {
      const text = `${m.notDeleted({ name })} ${failureText(error)}`;
      toasts.show({ type: 'error', text, closable: true });
      return;
    }
    toasts.show({ type: 'success', text: m.deleted({ name }) });
  }
  return (
    <Dialog label={m.deleteTitle({ name })} width="464px" closeLabel={m.close} onClose={onClose} withHeader>
      <DialogForm
        cancelTitle={m.cancel}
        onCancel={onClose}
        submit={{
          title: m.deleteGroup,
          look: 'danger',
          onSubmit() {
            onClose();
            pendingDeletions.begin({ id: group.id, name: group.title }, remove);
          },
        }}
      >
        <p>{m.deleteText}</p>
        <p>{m.deleteUndo}</p>
      </DialogForm>
    </Dialog>
  );
}
