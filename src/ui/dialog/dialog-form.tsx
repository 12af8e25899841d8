import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { FailureNotice } from '../failure/failure-notice.tsx';
import { usePlatformObstacle } from '../platform-obstacle.ts';
import { Spinner } from '../spinner.tsx';
import styles from './dialog-form.module.css';
import { useLeaveDialog } from './leave-dialog.ts';

type Submit = {
  title: string;
  icon?: string;
  /** `danger`: what it does may destroy work. */
  look?: 'primary' | 'danger';
  /** Why it cannot be pressed now; the button says so, and can still be reached. */
  obstacle?: string | undefined;
  /** It asks nothing of the platform. */
  worksOffline?: boolean;
  onSubmit: () => void;
  /** Every press of the button, also one that an obstacle keeps from submitting. */
  onAttempt?: () => void;
};

export type DialogFormProps = {
  children: ReactNode;
  /** Without it there is only the button that closes. */
  submit?: Submit | undefined;
  cancelTitle: string;
  /** Leaves the dialog as Escape does unless said: it asks where something would be lost. */
  onCancel?: () => void;
  /** While it is being saved: what the button says. The fields wait. */
  savingTitle?: string | undefined;
  failure?: string | undefined;
  /** Between the fields and the buttons. */
  notice?: ReactNode;
  /** Before the buttons. */
  aside?: ReactNode;
};

function Buttons(props: DialogFormProps & { type: 'submit' | 'button'; onPress?: () => void }) {
  const { submit, savingTitle } = props;
  const leave = useLeaveDialog();
  return (
    <div className={styles.footer}>
      {props.aside}
      {savingTitle === undefined ? null : <Spinner label={savingTitle} size={20} isInline />}
      <Button onClick={props.onCancel ?? leave}>{props.cancelTitle}</Button>
      {submit === undefined ? null : (
        <Button
          type={props.type}
          look={submit.look ?? 'primary'}
          {...(submit.icon !== undefined && { icon: submit.icon })}
          aria-disabled={submit.obstacle !== undefined || savingTitle !== undefined}
          aria-description={submit.obstacle}
          data-tip={submit.obstacle}
          onClick={props.onPress}
        >
          {savingTitle ?? submit.title}
        </Button>
      )}
    </div>
  );
}

function Fields(props: DialogFormProps) {
  return (
    <>
      <div className={styles.fields} inert={props.savingTitle !== undefined}>
        {props.children}
      </div>
      {props.notice}
      {props.failure === undefined ? null : (
        <div className={styles.failure}>
          <FailureNotice text={props.failure} />
        </div>
      )}
    </>
  );
}

/** The same, with an obstacle where the platform does not answer. */
function useReachable(props: DialogFormProps): DialogFormProps {
  const { submit } = props;
  const offline = usePlatformObstacle(submit?.worksOffline !== true);
  if (submit === undefined || offline === undefined) return props;
  return { ...props, submit: { ...submit, obstacle: offline } };
}

function press({ submit, savingTitle }: DialogFormProps): void {
  if (submit === undefined) return;
  submit.onAttempt?.();
  if (submit.obstacle === undefined && savingTitle === undefined) submit.onSubmit();
}

/**
 * What a dialog asks for: its fields scroll, its buttons stay. Enter in a field submits, and Ctrl+Enter in a field of
 * several lines. The first field has the focus when the dialog opens, and after each try the first one that is wrong.
 */
export function DialogForm(given: DialogFormProps) {
  const props = useReachable(given);
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  function attempt(): void {
    setAttempts((count) => count + 1);
    press(props);
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    attempt();
  }
  // In a field of several lines Enter is a new line.
  function submitByKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    attempt();
  }
  return (
    <form
      ref={form}
      data-dialog-form
      className={styles.form}
      noValidate
      onSubmit={submit}
      onKeyDown={submitByKey}
    >
      <Fields {...props} />
      <Buttons {...props} type="submit" />
    </form>
  );
}

/** The same for fields in which Enter means something else, as in a search or a form within: only the button submits. */
export function DialogEditor(given: DialogFormProps) {
  const props = useReachable(given);
  return (
    <div className={styles.form}>
      <Fields {...props} />
      <Buttons {...props} type="button" onPress={() => press(props)} />
    </div>
  );
}
