import { mdiCheck, mdiContentCopy } from '@mdi/js';
import { useEffect, useId, useState } from 'react';
import { Button } from './button.tsx';
import styles from './copy-text.module.css';
import { m } from './copy-text-messages.ts';

type Outcome = 'none' | 'copied' | 'failed';

const DISPLAY_MS = 2_000;

/** A text to copy, such as a token or a command, with a button for it. `hint`: its purpose. */
export function CopyText(props: { label: string; text: string; hint?: string }) {
  const { label, text } = props;
  const id = useId();
  const [outcome, setOutcome] = useState<Outcome>('none');
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome('none'), DISPLAY_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    // Without TLS, pages have no access to the clipboard.
    Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.row}>
        <textarea
          id={id}
          className={styles.text}
          rows={text.split('\n').length}
          value={text}
          readOnly
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          icon={outcome === 'copied' ? mdiCheck : mdiContentCopy}
          aria-label={m.copyNamed({ label })}
          onClick={() => void copy()}
        >
          {m.copy}
        </Button>
      </div>
      {props.hint === undefined ? null : <p className={styles.hint}>{props.hint}</p>}
      <span role="status" className={styles.said} data-failed={outcome === 'failed' || undefined}>
        {outcome === 'copied' ? m.copied : outcome === 'failed' ? m.notCopied : ''}
      </span>
    </div>
  );
}
