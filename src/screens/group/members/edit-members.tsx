import { mdiAccountEditOutline, mdiClose } from '@mdi/js';
import { useState } from 'react';
import type { Group } from '#protocol/rest/group.ts';
import { type ListEdit, saveGroupMembers, saveGroupPatterns } from '#rest/group-members.ts';
import { useWrite } from '#rest/use-write.ts';
import { lazyDialog } from '#shell/lazy/lazy-part.tsx';
import { toasts } from '#shell/toasts/toasts.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { failureText } from '#ui/failure/failure-text.ts';
import { failureWords } from '../messages.ts';
import styles from './edit-members.module.css';
import { m } from './messages.ts';

const EditMembersDialog = lazyDialog(
  m.editTitle,
  async () => (await import('./edit-members-dialog.tsx')).EditMembersDialog,
);

export type SaveMembers = (group: Group, edit: ListEdit) => Promise<void>;

const saveMembers: SaveMembers = ({ id, definitionName }, edit) =>
  definitionName === 'deviceMatchGroup' ? saveGroupPatterns(id, edit) : saveGroupMembers(id, edit);

type Saved = { name: 'none' } | { name: 'saved'; edit: ListEdit } | { name: 'undone' };

/** The button, its dialog, and the offer to undo the saved change. */
export function EditMembers(props: { group: Group; save?: SaveMembers }) {
  const { group, save = saveMembers } = props;
  const [isOpen, setOpen] = useState(false);
  const [saved, setSaved] = useState<Saved>({ name: 'none' });
  const write = useWrite({
    send: (edit: ListEdit) => save(group, edit),
    changed: { queryKey: ['groups'] },
  });

  async function undo({ entries, former }: ListEdit): Promise<void> {
    if (write.isPending) return;
    try {
      await write.mutateAsync({ entries: former, former: entries });
      setSaved({ name: 'undone' });
    } catch (error) {
      const text = `${m.undoFailed} ${failureText(error, failureWords)}`;
      toasts.show({ type: 'error', text, closable: true });
    }
  }

  return (
    <>
      <Button
        needsPlatform
        icon={mdiAccountEditOutline}
        onClick={() => {
          setSaved({ name: 'none' });
          setOpen(true);
        }}
      >
        {m.edit}
      </Button>
      <span role="status" className={styles.saved}>
        {saved.name === 'none' ? null : saved.name === 'saved' ? m.saved : m.undone}
      </span>
      {saved.name === 'saved' ? (
        <Button
          needsPlatform
          look="quiet"
          aria-disabled={write.isPending}
          onClick={() => void undo(saved.edit)}
        >
          {m.undo}
        </Button>
      ) : null}
      {saved.name === 'none' ? null : (
        <IconButton
          icon={mdiClose}
          size="small"
          label={m.dismiss}
          onClick={() => setSaved({ name: 'none' })}
        />
      )}
      {isOpen ? (
        <EditMembersDialog
          group={group}
          save={write.mutateAsync}
          onSaved={(edit) => setSaved({ name: 'saved', edit })}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
