import { type FormEvent, useState } from 'react';
import { trimmedText } from '#domain/visible-text.ts';
import { Button } from '../../student-ui/kit/button.tsx';
import { TextField } from '../../student-ui/kit/field.tsx';
import { Dimmed } from '../../student-ui/kit/panel.tsx';
import { m } from '../messages.ts';
import type { Person } from '../page-memory.ts';
import type { JoinProblem, PageState } from '../student/student-page.ts';
import styles from './notice-page.module.css';

/** Asks for the student's name, or for the e-mail address if the site identifies students by it. */
export function JoinForm(props: {
  welcome: Extract<PageState, { name: 'welcome' }>;
  /** A student who was signed out or whose page could not return; undefined after leaving. */
  known: Person | undefined;
  onJoin: (person: Person) => void;
}) {
  const { site, joining, problem, hasLeft } = props.welcome;
  const byEmail = site.students === 'directory';
  const [text, setText] = useState((byEmail ? props.known?.email : props.known?.name) ?? '');
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const answer = trimmedText(text);
    setMissing(answer === '');
    if (answer !== '') props.onJoin(byEmail ? { name: answer, email: answer } : { name: answer });
  };
  const missing = byEmail ? m.emailMissing : m.nameMissing;
  const refused = byEmail ? m.refusedEmail : m.refusedName;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {hasLeft ? <p role="status">{m.hasLeft}</p> : null}
      <Dimmed>{m.welcomeText}</Dimmed>
      <TextField
        label={byEmail ? m.yourEmail : m.yourName}
        type={byEmail ? 'email' : 'text'}
        autoComplete={byEmail ? 'email' : 'name'}
        value={text}
        onChange={setText}
        fault={isMissing ? missing : problem === 'refused' ? refused : undefined}
      />
      {problem === undefined || problem === 'refused' ? null : <JoinFault problem={problem} />}
      <Button look="primary" submits isDisabled={joining}>
        {joining ? m.joining : m.join}
      </Button>
    </form>
  );
}

const FAULTS: Record<Exclude<JoinProblem, 'refused'>, string> = {
  'bad-link': `${m.badLink}. ${m.badLinkText}`,
  unreachable: m.joinUnreachable,
  full: m.joinFull,
  busy: m.joinBusy,
};

function JoinFault({ problem }: { problem: keyof typeof FAULTS }) {
  return (
    <p role="alert" className={styles.fault}>
      {FAULTS[problem]}
    </p>
  );
}
