import { useState } from 'react';
import type { ListEdit } from '../../../rest/group-members.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import field from '../../../ui/field/field.module.css';
import { Spinner } from '../../../ui/spinner.tsx';
import dialog from '../group-dialog.module.css';
import type { EditSources } from './edit-sources.ts';
import { failureText } from './failure-text.ts';
import { draftProblem, isSameDraft } from './member-draft.ts';
import { MemberPicker } from './member-picker.tsx';
import { m } from './messages.ts';
import { PatternEditor } from './pattern-editor.tsx';

type Saving = { name: 'editing' } | { name: 'saving' } | { name: 'failed'; text: string };

/** `save` throws where it failed; then everything stays as it was edited. `onSaved`: with what was saved. */
export function EditMembersForm(props: {
  sources: EditSources;
  save: (edit: ListEdit) => Promise<void>;
  onSaved: (edit: ListEdit) => void;
  onDirty: (isDirty: boolean) => void;
  onCancel: () => void;
}) {
  const { onDirty } = props;
  // What it was when the editing began: another tutor's change does not change what is being edited.
  const [sources] = useState(props.sources);
  const [entries, setEntries] = useState(sources.entries);
  const [state, setState] = useState<Saving>({ name: 'editing' });
  const isPatterns = sources.kind === 'patterns';
  const problem = draftProblem(isPatterns ? 'patterns' : 'members', entries);
  const isDirty = !isSameDraft(sources.entries, entries);
  const isSaving = state.name === 'saving';
  const canSave = isDirty && problem === undefined && !isSaving;

  function change(next: readonly string[]): void {
    setEntries(next);
    onDirty(!isSameDraft(sources.entries, next));
  }

  async function save(): Promise<void> {
    if (!canSave) return;
    setState({ name: 'saving' });
    const edit = { entries, former: sources.entries };
    try {
      await props.save(edit);
    } catch (error) {
      console.warn('members', error);
      setState({ name: 'failed', text: failureText(error) });
      return;
    }
    props.onSaved(edit);
  }

  return (
    <div className={dialog.form}>
      <div className={dialog.content} inert={isSaving}>
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
      </div>
      {!isPatterns && problem !== undefined ? (
        <p role="alert" className={field.error}>
          {problem}
        </p>
      ) : null}
      {state.name === 'failed' ? <FailureNotice text={`${m.notSaved} ${state.text}`} /> : null}
      <div className={dialog.buttons}>
        {isSaving ? <Spinner label={m.saving} size={20} isInline /> : null}
        <Button onClick={props.onCancel}>{m.cancel}</Button>
        <Button
          look="primary"
          aria-disabled={!canSave}
          aria-description={isDirty ? undefined : m.nothingChanged}
          onClick={() => void save()}
        >
          {isSaving ? m.saving : m.save}
        </Button>
      </div>
    </div>
  );
}
