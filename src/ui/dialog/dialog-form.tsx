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
  /** `danger`: the action may destroy work. */
  look?: 'primary' | 'danger';
  /** Why the button cannot be pressed now. The button shows it and stays focusable. */
  obstacle?: string | undefined;
  /** Submitting does not require the platform. */
  worksOffline?: boolean;
  onSubmit: () => void;
  /** Called for every press of the button, even if an obstacle prevents submitting. */
  onAttempt?: () => void;
};

export type DialogFormProps = {
  children: ReactNode;
  /** Absent: there is only the button that closes. */
  submit?: Submit | undefined;
  cancelTitle: string;
  /** The default leaves the dialog as Escape does, with a confirmation if input would be lost. */
  onCancel?: () => void;
  /** The button's text while saving. The fields are disabled meanwhile. */
  savingTitle?: string | undefined;
  failure?: string | undefined;
  /** Between the fields and the buttons. */
  notice?: ReactNode;
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

/** Adds an obstacle while the platform is unreachable. */
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
 * The form of a dialog: its fields scroll, its buttons stay. Enter in a field submits, and Ctrl+Enter in a
 * multi-line field. The first field is focused when the dialog opens, and the first invalid one after each
 * try.
 */
export function DialogForm(formProps: DialogFormProps) {
  const props = useReachable(formProps);
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
  // Enter is a line break in a multi-line field.
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

/** A dialog form for fields that use Enter themselves, such as a search: only the button submits. */
export function DialogEditor(formProps: DialogFormProps) {
  const props = useReachable(formProps);
  return (
    <div className={styles.form}>
      <Fields {...props} />
      <Buttons {...props} type="button" onPress={() => press(props)} />
    </div>
  );
}
