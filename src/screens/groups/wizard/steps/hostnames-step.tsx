import { useContext, useEffect, useId, useRef, useState } from 'react';
import { isGroupVisible } from '#domain/groups/group-visibility.ts';
import { shownName } from '#domain/people/shown-name.ts';
import { patternsOf } from '#features/group-members/member-draft.ts';
import { Button } from '#ui/button.tsx';
import { FieldBox, FieldError, FieldHint, FieldLabel, FieldTextArea } from '#ui/field/field-parts.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { type HostnameTest, testHostname } from '../hostname-test.ts';
import { HostnameTestDeps } from '../hostname-test-deps.ts';
import { m } from '../messages.ts';
import type { StepProps } from '../step-props.ts';
import styles from './steps.module.css';

/** The networks in which the group is shown, and the network of this console. */
export function HostnamesStep({ draft, problem, onChange }: StepProps) {
  const [text, setText] = useState(draft.hostnames.join('\n'));
  const id = useId();
  return (
    <>
      <FieldBox>
        <FieldLabel htmlFor={`${id}-text`}>{m.hostnames}</FieldLabel>
        <FieldTextArea
          id={`${id}-text`}
          rows={6}
          spellCheck={false}
          value={text}
          aria-describedby={problem === undefined ? `${id}-hint` : `${id}-problem ${id}-hint`}
          aria-invalid={problem !== undefined}
          onChange={(event) => {
            setText(event.currentTarget.value);
            onChange({ hostnames: patternsOf(event.currentTarget.value) });
          }}
        />
        {problem === undefined ? null : <FieldError id={`${id}-problem`}>{problem}</FieldError>}
        <FieldHint id={`${id}-hint`}>{m.hostnamesHint}</FieldHint>
      </FieldBox>
      <Test hostnames={draft.hostnames} />
    </>
  );
}

type State = { name: 'idle' } | { name: 'testing' } | { name: 'done'; outcome: HostnameTest };

function Test(props: { hostnames: readonly string[] }) {
  const deps = useContext(HostnameTestDeps);
  const [state, setState] = useState<State>({ name: 'idle' });
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const isTesting = state.name === 'testing';
  async function run(): Promise<void> {
    if (isTesting) return;
    setState({ name: 'testing' });
    const outcome = await testHostname(deps);
    if (!isGone.current) setState({ name: 'done', outcome });
  }
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.test}>
      <h3 id={id} className={styles.testTitle}>
        {m.testTitle}
      </h3>
      <p className={styles.text}>{m.testText}</p>
      <div className={styles.testLine}>
        <Button aria-disabled={isTesting} onClick={() => void run()}>
          {m.test}
        </Button>
        {isTesting ? <Spinner label={m.testing} size={20} isInline /> : null}
      </div>
      <div role="status">
        {state.name === 'done' ? <Outcome outcome={state.outcome} hostnames={props.hostnames} /> : null}
      </div>
    </section>
  );
}

function failureOf(outcome: Exclude<HostnameTest, { name: 'named' }>): string {
  switch (outcome.name) {
    case 'refused':
      return m.testStatus(outcome);
    case 'nameless':
      return m.testNoName;
    case 'unreachable':
      return m.testFailed;
    case 'no-connection':
      return m.testNoConnection;
    case 'timeout':
      return m.testTimeout;
  }
}

/** Pages do not learn why a request failed. A window of its own shows the reason, and lets users proceed. */
function RunnerAddress({ url }: { url: string }) {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') return null;
  return (
    <p className={styles.text}>
      <a href={new URL('/', url).href} target="_blank" rel="noreferrer">
        {m.openRunner}
      </a>{' '}
      {m.openRunnerText}
    </p>
  );
}

function Outcome({ outcome, hostnames }: { outcome: HostnameTest; hostnames: readonly string[] }) {
  if (outcome.name !== 'named')
    return (
      <>
        <p className={styles.bad}>{failureOf(outcome)}</p>
        {outcome.name === 'unreachable' ? <RunnerAddress url={outcome.url} /> : null}
      </>
    );
  const group = { id: '', properties: { permittedHostnames: hostnames } };
  const facts = { isMaintainer: false, permissions: 'unknown', runnerHostname: outcome.hostname } as const;
  return (
    <>
      <p className={styles.good}>{m.testSuccess({ hostname: shownName(outcome.hostname) })}</p>
      <p className={styles.text}>{isGroupVisible(group, facts) ? m.isShownHere : m.isHiddenHere}</p>
    </>
  );
}
