import { useQuery } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { shownName } from '#domain/people/shown-name.ts';
import type { RawPart } from '#domain/policies/policy-definition.ts';
import { policySentence } from '#features/policies/parts/policy-sentence.ts';
import { PolicyRest } from '#features/policies/policy-rest.ts';
import type { Policy } from '#protocol/rest/policy.ts';
import { holdsApplications, type PolicyDocument, policiesQuery } from '#rest/policies.ts';
import { useWrite } from '#rest/use-write.ts';
import { useAuth } from '#session/session-store.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { TextField } from '#ui/field/field.tsx';
import { NamedIcon } from '#ui/icon/named-icon.tsx';
import { useSaving } from '#ui/use-saving.ts';
import { useWhileDrawn } from '#ui/use-while-drawn.ts';
import { IconPicker } from '../icon-picker/icon-picker.tsx';
import { m as screenWords } from '../messages.ts';
import { m } from './messages.ts';
import { hasDialog, PartEditor, plainPart } from './part-dialogs.tsx';
import { PartLists } from './part-lists.tsx';
import styles from './policy-dialog.module.css';
import {
  type DraftProblems,
  documentOf,
  draftOf,
  draftProblems,
  EMPTY_DRAFT,
  isSameDraft,
  type PartKind,
  type PolicyDraft,
  withoutPart,
  withPart,
} from './policy-draft.ts';

/** The dialog that is open over the editor. */
type Opened = { name: 'icon' } | { name: 'part'; kind: PartKind; definition: string };

const MAX_NAME = 255;

/** Creates or saves a policy; queries of policies are then refetched. */
function useSave() {
  const rest = useContext(PolicyRest);
  return useWrite({
    send: ({ id, document }: { id: string | undefined; document: PolicyDocument }) =>
      id === undefined ? rest.create(document) : rest.save(id, document),
    changed: { predicate: holdsApplications },
    show: (client, _input, saved) =>
      client.setQueryData(policiesQuery().queryKey, (policies) =>
        policies === undefined ? undefined : [...policies.filter(({ id }) => id !== saved.id), saved],
      ),
  });
}

/** The policy as the platform has it now. */
function useNow(policy: Policy | undefined): Policy | 'gone' | undefined {
  const { data } = useQuery(policiesQuery());
  if (policy === undefined || data === undefined) return policy;
  return data.find(({ id }) => id === policy.id) ?? 'gone';
}

/** A newer version that a save would overwrite; 'gone' if the policy was deleted. */
function newerThan(known: PolicyDraft, now: Policy | 'gone' | undefined): PolicyDraft | 'gone' | undefined {
  if (now === undefined || now === 'gone') return now;
  const newer = draftOf(now);
  return isSameDraft(newer, known) ? undefined : newer;
}

/** Creates a policy (`policy` is undefined), or changes one. `first`: initial content of a new one. */
export function PolicyDialog(props: { policy?: Policy; first?: PolicyDraft; onClose: () => void }) {
  const { policy, onClose } = props;
  /** The saved version, as known to this editor. */
  const [known, setKnown] = useState(() => (policy ? draftOf(policy) : EMPTY_DRAFT));
  const [draft, setDraft] = useState(props.first ?? known);
  const [opened, setOpened] = useState<Opened>();
  const [isAttempted, setAttempted] = useState(false);
  const now = useNow(policy);
  const newer = newerThan(known, now);
  // An unchanged editor follows the platform: it may have opened from the cache, or another user saves.
  if (newer !== undefined && newer !== 'gone' && opened === undefined && isSameDraft(draft, known)) {
    setKnown(newer);
    setDraft(newer);
  }
  const write = useSave();
  const { userId } = useAuth();
  const { save, isSaving, why } = useSaving(write.mutateAsync);
  const end = useWhileDrawn(onClose);
  const problems = draftProblems(draft);
  const document = documentOf(draft, { ownerId: userId, global: policy?.global ?? true });

  async function submit(): Promise<void> {
    if (document === undefined) return;
    // The shown version, if only by the notice: a version that the user has not seen is never overwritten.
    const replaced = now === 'gone' ? undefined : now;
    const version = replaced?.version;
    const sent = { id: replaced?.id, document: { ...document, ...(version !== undefined && { version }) } };
    if (!(await save(sent))) return;
    toasts.show({ type: 'success', text: screenWords.saved({ name: shownName(document.name, 60) }) });
    end();
  }
  function put(kind: PartKind, part: RawPart): void {
    setDraft((before) => withPart(before, kind, part, Math.random));
    setOpened(undefined);
  }
  function add(kind: PartKind, definition: string): void {
    if (hasDialog(definition)) setOpened({ name: 'part', kind, definition });
    else put(kind, plainPart(definition));
  }

  return (
    <>
      <Dialog
        label={policy === undefined ? m.createTitle : m.editTitle}
        width="44rem"
        closeLabel={m.close}
        onClose={onClose}
        isUnsaved={!isSameDraft(draft, known)}
        withHeader
      >
        <DialogForm
          cancelTitle={m.cancel}
          submit={{
            title: m.confirm,
            obstacle: Object.values(problems)[0],
            onSubmit: () => void submit(),
            onAttempt: () => setAttempted(true),
          }}
          savingTitle={isSaving ? m.saving : undefined}
          failure={why && `${m.notSaved} ${why}`}
          notice={
            newer === undefined ? null : (
              <NewerNotice
                newer={newer}
                onTake={(theirs) => {
                  setKnown(theirs);
                  setDraft(theirs);
                }}
              />
            )
          }
        >
          <Fields
            draft={draft}
            problems={isAttempted ? problems : {}}
            onName={(name) => setDraft({ ...draft, name })}
            onIcon={() => setOpened({ name: 'icon' })}
          />
          {(['effects', 'conditions'] as const).map((kind) => (
            <PartLists
              key={kind}
              kind={kind}
              draft={draft}
              error={kind === 'effects' && isAttempted ? problems.effects : undefined}
              onAdd={(definition) => add(kind, definition)}
              onConfigure={({ definition }) => setOpened({ name: 'part', kind, definition })}
              onRemove={(definition) => setDraft(withoutPart(draft, kind, definition))}
            />
          ))}
          <section aria-label={m.summary} className={styles.summary}>
            <p aria-live="polite">{policySentence(draft)}</p>
          </section>
        </DialogForm>
      </Dialog>
      {opened?.name === 'part' ? (
        <PartEditor
          definition={opened.definition}
          part={draft[opened.kind].find(({ definition }) => definition === opened.definition)}
          onSubmit={(part) => put(opened.kind, part)}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
      {opened?.name === 'icon' ? (
        <IconPicker
          value={draft.icon}
          onSubmit={(icon) => {
            setDraft({ ...draft, icon });
            setOpened(undefined);
          }}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </>
  );
}

function Fields(props: {
  draft: PolicyDraft;
  problems: DraftProblems;
  onName: (name: string) => void;
  onIcon: () => void;
}) {
  const { draft, problems } = props;
  return (
    <div className={styles.head}>
      <TextField
        label={m.name}
        error={problems.name}
        value={draft.name}
        maxLength={MAX_NAME}
        isRequired
        onChange={props.onName}
      />
      <div className={styles.icon}>
        <span className={styles.label}>{m.icon}</span>
        <Button onClick={props.onIcon}>
          <span className={styles.chosen}>
            {draft.icon === undefined ? null : (
              <NamedIcon name={draft.icon.icon} color={draft.icon.color} size={24} />
            )}
            {draft.icon === undefined ? m.chooseIcon : m.changeIcon}
          </span>
        </Button>
        {problems.icon === undefined ? null : (
          <span role="alert" className={styles.error}>
            {problems.icon}
          </span>
        )}
      </div>
    </div>
  );
}

function NewerNotice(props: { newer: PolicyDraft | 'gone'; onTake: (theirs: PolicyDraft) => void }) {
  const { newer } = props;
  return (
    <div role="status" className={styles.notice}>
      <p>{newer === 'gone' ? m.goneElsewhere : m.changedElsewhere}</p>
      {newer === 'gone' ? null : <Button onClick={() => props.onTake(newer)}>{m.takeTheirs}</Button>}
    </div>
  );
}
