import { useState } from 'react';
import { draftProblem, isSameDraft } from '#features/group-members/member-draft.ts';
import { MemberPicker } from '#features/group-members/member-picker.tsx';
import { PatternEditor } from '#features/group-members/pattern-editor.tsx';
import type { ListEdit } from '#rest/group-members.ts';
import { DialogEditor } from '#ui/dialog/dialog-form.tsx';
import { FieldError } from '#ui/field/field-parts.tsx';
import { useSaving } from '#ui/use-saving.ts';
import { useWhileDrawn } from '#ui/use-while-drawn.ts';
import { failureWords } from '../messages.ts';
import type { EditSources } from './edit-sources.ts';
import { m } from './messages.ts';

/**
 * `save` throws on failure; the form then keeps its content. `onSaved`: called with the saved edit, even if
 * the form is closed by then. `onDone`: closes the form.
 */
export function EditMembersForm(props: {
  sources: EditSources;
  save: (edit: ListEdit) => Promise<void>;
  onSaved: (edit: ListEdit) => void;
  onDone: () => void;
  onDirty: (isDirty: boolean) => void;
  onCancel: () => void;
}) {
  const { onDirty } = props;
  // Frozen when the editing begins, so that another tutor's change does not alter it.
  const [sources] = useState(props.sources);
  const [entries, setEntries] = useState(sources.entries);
  const { save, isSaving, why } = useSaving(props.save, failureWords);
  const end = useWhileDrawn(props.onDone);
  const isPatterns = sources.kind === 'patterns';
  const problem = draftProblem(isPatterns ? 'patterns' : 'members', entries);
  const isDirty = !isSameDraft(sources.entries, entries);

  function change(next: readonly string[]): void {
    setEntries(next);
    onDirty(!isSameDraft(sources.entries, next));
  }

  async function submit(): Promise<void> {
    const edit = { entries, former: sources.entries };
    if (!(await save(edit))) return;
    props.onSaved(edit);
    end();
  }

  return (
    <DialogEditor
      cancelTitle={m.cancel}
      onCancel={props.onCancel}
      submit={{
        title: m.save,
        obstacle: isDirty ? problem : m.nothingChanged,
        onSubmit: () => void submit(),
      }}
      savingTitle={isSaving ? m.saving : undefined}
      failure={why && `${m.notSaved} ${why}`}
    >
      {isPatterns ? (
        <PatternEditor devices={sources.devices} patterns={entries} problem={problem} onChange={change} />
      ) : (
        <MemberPicker
          kind={sources.kind}
          candidates={sources.candidates}
          members={entries}
          onChange={change}
        />
      )}
      {!isPatterns && problem !== undefined ? <FieldError>{problem}</FieldError> : null}
    </DialogEditor>
  );
}
