import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { shownName } from '#domain/people/shown-name.ts';
import { holdsApplications } from '#rest/policies.ts';
import { readAfterWrite } from '#rest/use-write.ts';
import { useRoles } from '#session/session-store.ts';
import { typeOf } from '#shell/groups/group-type.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogEditor, DialogForm } from '#ui/dialog/dialog-form.tsx';
import { StepList } from '#ui/dialog/step-list.tsx';
import { failureText } from '#ui/failure/failure-text.ts';
import { ListReader } from '#ui/list/list-page.tsx';
import { useWhileDrawn } from '#ui/use-while-drawn.ts';
import { GroupRest } from '../group-rest.ts';
import {
  EMPTY_DRAFT,
  type GroupDraft,
  isUnchanged,
  type Step,
  stepProblem,
  stepsFor,
  wrongStep,
} from './group-draft.ts';
import styles from './group-wizard.module.css';
import { m } from './messages.ts';
import { type SavedGroup, saveGroupDraft } from './save-group.ts';
import { StepFields } from './step-fields.tsx';
import { type GroupSources, useGroupSources } from './use-group-sources.ts';

const WIDTH = '624px';
const WORDS = { loading: m.loading, failed: m.notRead, retry: m.tryAgain };
const NEW: SavedGroup = {
  id: undefined,
  draft: EMPTY_DRAFT,
  global: false,
  applications: [],
  hasMembers: false,
};

type WizardProps = { groupId?: string; onClose: () => void };

/** Creates a group (`groupId` is undefined), or changes one that is read when the dialog opens. */
export function GroupWizard(props: WizardProps) {
  const { groupId, onClose } = props;
  const [isDirty, setDirty] = useState(false);
  return (
    <Dialog
      label={groupId === undefined ? m.createTitle : m.editTitle}
      width={WIDTH}
      closeLabel={m.close}
      onClose={onClose}
      isUnsaved={isDirty}
      leaveText={m.leaveText}
      withHeader
    >
      {groupId === undefined ? (
        <Wizard first={NEW} source={undefined} onDirty={setDirty} onClose={onClose} />
      ) : (
        <EditedGroup groupId={groupId} onDirty={setDirty} onClose={onClose} />
      )}
    </Dialog>
  );
}

type InnerProps = { onDirty: (isDirty: boolean) => void; onClose: () => void };

function EditedGroup(props: InnerProps & { groupId: string }) {
  const reading = useGroupSources(props.groupId);
  return (
    <ListReader reading={reading} words={WORDS}>
      {(source) => <Wizard first={savedOf(source)} source={source} {...props} />}
    </ListReader>
  );
}

function savedOf({ group, members, applications }: GroupSources): SavedGroup {
  const type = typeOf(group);
  const draft: GroupDraft = {
    ...EMPTY_DRAFT,
    name: group.name,
    type,
    [type === 'devices' ? 'devices' : 'users']: type === 'match' ? [] : members,
    patterns: group.patterns ?? [],
    tutors: group.permissions ?? [],
    hostnames: group.properties.permittedHostnames,
    policies: applications.map(({ policyId }) => policyId),
  };
  return { id: group.id, draft, global: group.global, applications, hasMembers: true };
}

/** Runs the writes one after the other, and records what is saved so far. */
function useSaveGroup(first: SavedGroup) {
  const rest = useContext(GroupRest);
  const client = useQueryClient();
  const [saved, setSaved] = useState(first);
  const [state, setState] = useState<{ isSaving: boolean; why?: string }>({ isSaving: false });
  async function save(draft: GroupDraft): Promise<boolean> {
    if (state.isSaving) return false;
    setState({ isSaving: true });
    const outcome = await saveGroupDraft(rest, saved, draft);
    setSaved(outcome.saved);
    void readAfterWrite(client, {
      predicate: (query) =>
        ['groups', 'tutors'].includes(String(query.queryKey[0])) || holdsApplications(query),
    });
    if (outcome.name === 'saved') return true;
    console.warn('save group', outcome.part, outcome.error);
    setState({ isSaving: false, why: `${m.notSaved[outcome.part]} ${failureText(outcome.error)}` });
    return false;
  }
  return { saved, save, ...state };
}

function Wizard(props: InnerProps & { first: SavedGroup; source: GroupSources | undefined }) {
  const { source, onDirty, onClose } = props;
  const steps = stepsFor(useRoles());
  // Frozen when the editing begins, so that another tutor's change does not alter it.
  const [first] = useState(props.first);
  const [draft, setDraft] = useState(first.draft);
  const [step, setStep] = useState<Step>('name');
  const [isAttempted, setAttempted] = useState(false);
  const { saved, save, isSaving, why } = useSaveGroup(first);
  const end = useWhileDrawn(onClose);
  const isNew = first.id === undefined;
  const at = steps.indexOf(step);
  const problem = stepProblem(step, draft, isNew);
  const isSame = isUnchanged(saved.draft, draft);

  function change(fields: Partial<GroupDraft>): void {
    const next = { ...draft, ...fields };
    setDraft(next);
    onDirty(!isUnchanged(first.draft, next));
  }
  function go(to: Step | undefined): void {
    if (to === undefined) return;
    setAttempted(false);
    setStep(to);
  }
  async function submit(): Promise<void> {
    const wrong = wrongStep(steps, draft, isNew);
    if (wrong !== undefined) {
      go(wrong);
      setAttempted(true);
      return;
    }
    if (!(await save(draft))) return;
    const name = shownName(draft.name, 60);
    toasts.show({ type: 'success', text: isNew ? m.created({ name }) : m.saved({ name }) });
    end();
  }
  const isLast = at === steps.length - 1;
  const isNext = isNew && !isLast;
  const isUnused = !isNew && isSame && problem === undefined;
  const Form = step === 'name' ? DialogForm : DialogEditor;
  return (
    <Form
      cancelTitle={m.cancel}
      submit={{
        title: isNext ? m.next : isNew ? m.create : m.save,
        obstacle: isUnused ? m.nothingChanged : problem,
        onAttempt: () => setAttempted(true),
        onSubmit: () => (isNext ? go(steps[at + 1]) : void submit()),
      }}
      savingTitle={isSaving ? m.saving : undefined}
      failure={why}
      aside={
        <div className={styles.aside}>
          {at > 0 ? <Button onClick={() => go(steps[at - 1])}>{m.back}</Button> : null}
          {!isNew && !isLast ? (
            <Button
              aria-disabled={problem !== undefined}
              onClick={() => problem === undefined && go(steps[at + 1])}
            >
              {m.next}
            </Button>
          ) : null}
        </div>
      }
    >
      <StepList
        label={m.steps}
        steps={steps.map((key) => ({ key, title: m.stepNames[key] }))}
        step={step}
        mayGo={(to) =>
          steps.indexOf(to) < at || wrongStep(steps.slice(0, steps.indexOf(to)), draft, isNew) === undefined
        }
        onGo={go}
      />
      <StepContent key={step} title={m.stepNames[step]} isFirst={step === 'name'}>
        <StepFields
          step={step}
          draft={draft}
          was={isNew ? undefined : saved.draft}
          source={source}
          problem={isAttempted || (step !== 'name' && problem !== undefined) ? problem : undefined}
          onChange={change}
        />
      </StepContent>
    </Form>
  );
}

/** Focuses each new step, so that it is read out. On the first step the focus goes to its field. */
function StepContent(props: { title: string; isFirst: boolean; children: ReactNode }) {
  const content = useRef<HTMLElement>(null);
  const { isFirst } = props;
  useEffect(() => {
    if (isFirst) content.current?.querySelector('input')?.focus();
    else content.current?.focus({ preventScroll: true });
  }, [isFirst]);
  return (
    <section ref={content} tabIndex={-1} aria-label={props.title} className={styles.content}>
      {props.children}
    </section>
  );
}
