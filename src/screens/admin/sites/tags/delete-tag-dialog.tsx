import { shownName } from '#domain/people/shown-name.ts';
import { DeletionDialog } from '#features/deletion/deletion-dialog.tsx';
import type { Tag } from '#protocol/rest/site.ts';
import { deleteTag } from '#rest/admin/sites.ts';
import { goneIsDone } from '#rest/gone-is-done.ts';
import { useWrite } from '#rest/use-write.ts';
import { holdsSites } from '../use-sites.ts';
import { m } from './messages.ts';

/** Asks before a tag is deleted, which also deletes the roles assigned through it. */
export function DeleteTagDialog(props: {
  tag: Tag;
  /** Number of sites with this tag. */
  count: number;
  onClose: () => void;
  send?: (tagId: string) => Promise<void>;
}) {
  const { tag, count, onClose, send = deleteTag } = props;
  const name = shownName(tag.name, 60);
  const write = useWrite({
    send: (id: string) => goneIsDone(send(id)),
    changed: { predicate: holdsSites },
  });
  return (
    <DeletionDialog
      title={m.deleteTitle({ name })}
      words={m}
      submitTitle={m.deleteTag}
      deletedText={m.deleted({ name })}
      width="30rem"
      remove={() => write.mutateAsync(tag.id)}
      onClose={onClose}
    >
      <p>{m.deleteText({ count })}</p>
    </DeletionDialog>
  );
}
