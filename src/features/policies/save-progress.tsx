import { useEffect, useRef } from 'react';
import type { Answer } from '#protocol/threads/live-action.ts';
import { Button } from '#ui/button.tsx';
import { useObservable } from '#ui/use-observable.ts';
import styles from './apply-policy-form.module.css';
import { m } from './messages.ts';
import { namesText } from './names-text.ts';
import { type PolicyRun, targetKey } from './policy-changes.ts';
import type { PolicyRecipient } from './policy-recipients.ts';

type ProgressProps = { run: PolicyRun; recipients: readonly PolicyRecipient[] };

function Progress(props: ProgressProps & { onRetry: () => void }) {
  const { run, recipients } = props;
  const { answers, ended } = useObservable(run);
  const inState = (state: Answer['state']) =>
    recipients
      .filter(({ target }) => answers.get(targetKey(target))?.state === state)
      .map(({ name }) => name);
  const failed = inState('failed');
  const refused = inState('refused');
  if (!ended) {
    const numbers = { done: answers.size - inState('waiting').length, of: answers.size };
    return (
      <p role="status" className={styles.progress}>
        <progress aria-label={m.applyPolicy} value={numbers.done} max={numbers.of} />
        {m.saving(numbers)}
      </p>
    );
  }
  if (failed.length + refused.length === 0) return null;
  return (
    <div role="alert" className={styles.failure}>
      {failed.length > 0 ? <p>{m.failedFor({ names: namesText(failed) })}</p> : null}
      {refused.length > 0 ? <p>{m.refusedFor({ names: namesText(refused) })}</p> : null}
      <Button onClick={props.onRetry}>{m.tryAgain}</Button>
    </div>
  );
}

/** The progress of the writes, then the failed recipients and a retry button. Takes over the focus. */
export function SaveProgress(props: ProgressProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  function retry(): void {
    ref.current?.focus();
    props.run.retry();
  }
  return (
    <div ref={ref} tabIndex={-1}>
      <Progress {...props} onRetry={retry} />
    </div>
  );
}
