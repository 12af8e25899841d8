import { type ReactNode, useEffect, useRef, useState } from 'react';
import { siteRows } from '#domain/groups/site-tree.ts';
import { shownName } from '#domain/people/shown-name.ts';
import type { SiteRunner } from '#protocol/rest/admin/site-runner.ts';
import type { Site } from '#protocol/rest/site.ts';
import { createSiteRunner } from '#rest/admin/site-runners.ts';
import { useWrite } from '#rest/use-write.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogEditor, DialogForm } from '#ui/dialog/dialog-form.tsx';
import { StepList } from '#ui/dialog/step-list.tsx';
import { SelectField } from '#ui/field/select-field.tsx';
import { useSaving } from '#ui/use-saving.ts';
import { m } from '../messages.ts';
import { nameProblem, RunnerNameField } from '../runner-name-field.tsx';
import { RunnerToken } from '../token/runner-token.tsx';
import styles from './runner-wizard.module.css';

type Step = 'name' | 'site' | 'token';
const STEPS = (['name', 'site', 'token'] as const).map((key) => ({ key, title: m.stepNames[key] }));

type WizardProps = {
  runners: readonly SiteRunner[];
  sites: readonly Site[];
  onClose: () => void;
  /** Replaced in tests. */
  send?: typeof createSiteRunner;
};

/** Creates a runner in steps: its name, its site, and then the token for its program. */
export function RunnerWizard(props: WizardProps) {
  const [isUnsaved, setUnsaved] = useState(false);
  return (
    <Dialog
      label={m.createTitle}
      width="624px"
      closeLabel={m.close}
      onClose={props.onClose}
      isUnsaved={isUnsaved}
      leaveText={m.leaveText}
      withHeader
    >
      <Wizard {...props} onUnsaved={setUnsaved} />
    </Dialog>
  );
}

function useCreation(send: typeof createSiteRunner, onCreated: (secret: string) => void) {
  const write = useWrite({ send, changed: { queryKey: ['site-runners'] } });
  return useSaving(async (fields: { name: string; siteId: string }) => {
    onCreated((await write.mutateAsync(fields)).secret);
  });
}

function Wizard(props: WizardProps & { onUnsaved: (isUnsaved: boolean) => void }) {
  const { runners, sites, onClose, onUnsaved, send = createSiteRunner } = props;
  const [step, setStep] = useState<Step>('name');
  const [name, setName] = useState('');
  const [siteId, setSiteId] = useState<string>();
  const [secret, setSecret] = useState('');
  const [isAttempted, setAttempted] = useState(false);
  const { save, isSaving, why } = useCreation(send, setSecret);
  const problem = nameProblem(name, runners);

  function go(to: Step): void {
    setAttempted(false);
    setStep(to);
  }
  async function create(): Promise<void> {
    if (problem !== undefined) return go('name');
    if (siteId === undefined || !(await save({ name: name.trim(), siteId }))) return;
    onUnsaved(false);
    go('token');
    toasts.show({ type: 'success', text: m.created({ name: shownName(name, 60) }) });
  }
  const steps = (
    <StepList
      label={m.steps}
      steps={STEPS}
      step={step}
      mayGo={(to) => step !== 'token' && (to === 'name' || (to === 'site' && problem === undefined))}
      onGo={go}
    />
  );
  if (step === 'token')
    return (
      <DialogEditor cancelTitle={m.done} onCancel={onClose}>
        {steps}
        <StepContent title={m.stepNames.token}>
          <RunnerToken secret={secret} />
        </StepContent>
      </DialogEditor>
    );
  const isName = step === 'name';
  const obstacle = isName ? problem : siteId === undefined ? m.siteMissing : undefined;
  return (
    <DialogForm
      cancelTitle={m.cancel}
      submit={{
        title: isName ? m.next : m.create,
        obstacle,
        onAttempt: () => setAttempted(true),
        onSubmit: () => (isName ? go('site') : void create()),
      }}
      savingTitle={isSaving ? m.creating : undefined}
      failure={isName ? undefined : why && `${m.notCreated} ${why}`}
      aside={
        <div className={styles.aside}>
          {isName ? null : <Button onClick={() => go('name')}>{m.back}</Button>}
        </div>
      }
    >
      {steps}
      <StepContent key={step} title={m.stepNames[step]}>
        {isName ? (
          <RunnerNameField
            name={name}
            problem={problem}
            isAttempted={isAttempted}
            onChange={(next) => {
              setName(next);
              onUnsaved(next.trim() !== '');
            }}
          />
        ) : (
          <SiteField
            sites={sites}
            siteId={siteId}
            error={isAttempted ? obstacle : undefined}
            onChange={setSiteId}
          />
        )}
      </StepContent>
    </DialogForm>
  );
}

function SiteField(props: {
  sites: readonly Site[];
  siteId: string | undefined;
  error: string | undefined;
  onChange: (siteId: string) => void;
}) {
  if (props.sites.length === 0) return <p>{m.noSites}</p>;
  return (
    <SelectField
      label={m.site}
      hint={m.siteHint}
      placeholder={m.chooseSite}
      value={props.siteId}
      options={siteRows(props.sites).map(({ site, depth }) => ({
        value: site.id,
        title: m.nested({ depth, name: site.name }),
      }))}
      error={props.error}
      onChange={props.onChange}
    />
  );
}

/** Focuses each new step, so that it is read out: its first field, or the step itself if it has none. */
function StepContent(props: { title: string; children: ReactNode }) {
  const content = useRef<HTMLElement>(null);
  useEffect(() => {
    const field = content.current?.querySelector<HTMLElement>('input, select');
    (field ?? content.current)?.focus({ preventScroll: true });
  }, []);
  return (
    <section ref={content} tabIndex={-1} aria-label={props.title} className={styles.step}>
      {props.children}
    </section>
  );
}
