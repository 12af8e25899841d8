import { useState } from 'react';
import { shownName } from '#domain/people/shown-name.ts';
import { trimmedText } from '#domain/visible-text.ts';
import { isAppError } from '#protocol/app-error.ts';
import { MAX_NAME_LENGTH } from '#protocol/rest/admin/site.ts';
import type { Tag } from '#protocol/rest/site.ts';
import { createTag, renameTag } from '#rest/admin/sites.ts';
import { useWrite } from '#rest/use-write.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { TextField } from '#ui/field/field.tsx';
import { useSaving } from '#ui/use-saving.ts';
import { useWhileDrawn } from '#ui/use-while-drawn.ts';
import { holdsSites } from '../use-sites.ts';
import { m } from './messages.ts';

/** Error text for the name; undefined where it is valid. `own`: id of the tag that is edited. */
export function tagProblem(name: string, tags: readonly Tag[], own: string | undefined): string | undefined {
  const newName = trimmedText(name);
  if (newName === '') return m.required;
  return tags.some((tag) => tag.id !== own && tag.name === newName) ? m.nameTaken : undefined;
}

export type SendTag = (tagId: string | undefined, name: string) => Promise<void>;
const sendTag: SendTag = async (tagId, name) => {
  if (tagId === undefined) await createTag(name);
  else await renameTag(tagId, name);
};

/** Creates a tag, or renames one. */
export function TagDialog(props: {
  tag?: Tag | undefined;
  tags: readonly Tag[];
  onClose: () => void;
  send?: SendTag;
}) {
  const { tag, tags, onClose, send = sendTag } = props;
  const first = tag?.name ?? '';
  const [name, setName] = useState(first);
  const [isAttempted, setAttempted] = useState(false);
  const [refused, setRefused] = useState<string>();
  const write = useWrite({
    send: (newName: string) => send(tag?.id, newName),
    changed: { predicate: holdsSites },
  });
  const { save, isSaving, why } = useSaving((newName: string) =>
    write.mutateAsync(newName).catch((error: unknown) => {
      if (isAppError(error) && error.code === 'conflict')
        setRefused(error.detail.messages?.[0] ?? error.message);
      throw error;
    }),
  );
  const end = useWhileDrawn(onClose);
  const problem = tagProblem(name, tags, tag?.id);

  async function submit(): Promise<void> {
    const newName = name.trim();
    if (newName === first) return onClose();
    if (!(await save(newName))) return;
    const text = tag === undefined ? m.created : m.saved;
    toasts.show({ type: 'success', text: text({ name: shownName(newName, 60) }) });
    end();
  }
  return (
    <Dialog
      label={tag === undefined ? m.addTag : m.editTag}
      width="30rem"
      closeLabel={m.close}
      onClose={onClose}
      isUnsaved={name !== first}
      withHeader
    >
      <DialogForm
        cancelTitle={m.cancel}
        submit={{
          title: m.save,
          obstacle: problem,
          onSubmit: () => void submit(),
          onAttempt: () => setAttempted(true),
        }}
        savingTitle={isSaving ? m.saving : undefined}
        failure={refused === undefined ? why : undefined}
      >
        <TextField
          label={m.name}
          value={name}
          maxLength={MAX_NAME_LENGTH}
          error={refused ?? (isAttempted || name !== first ? problem : undefined)}
          isRequired
          onChange={(newName) => {
            setName(newName);
            setRefused(undefined);
          }}
        />
      </DialogForm>
    </Dialog>
  );
}
