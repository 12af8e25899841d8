import { mdiCheckCircleOutline, mdiCloseCircleOutline, mdiInformationOutline } from '@mdi/js';
import { useId, useState } from 'react';
import { shownName } from '#domain/people/shown-name.ts';
import type { Verdict } from '#domain/policies/verdict.ts';
import { FieldBox, FieldHint, FieldInput, FieldLabel } from '#ui/field/field-parts.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { verdict as words } from '../messages.ts';
import styles from './try-out.module.css';

/** `look`: whether the typed text would be blocked. */
export type TryResult = { look: 'caught' | 'free' | 'unknown'; text: string };

const LINE_LENGTH = 80;
const ICONS = { caught: mdiCloseCircleOutline, free: mdiCheckCircleOutline, unknown: mdiInformationOutline };

/** Text for the verdict of a device's rules. */
export function verdictResult({ isBlocked, line }: Verdict): TryResult {
  const named = line === undefined ? undefined : { line: shownName(line, LINE_LENGTH) };
  if (isBlocked) return { look: 'caught', text: named ? words.blockedBy(named) : words.blockedByNone };
  return { look: 'free', text: named ? words.allowedBy(named) : words.allowedByNone };
}

/** Shows at once what devices would do with a typed text. `judge` is the code that devices run. */
export function TryOut(props: { label: string; hint: string; judge: (typed: string) => TryResult }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const result = typed.trim() === '' ? undefined : props.judge(typed.trim());
  return (
    <div className={styles.box}>
      <FieldBox>
        <FieldLabel htmlFor={id}>{props.label}</FieldLabel>
        <FieldInput
          id={id}
          // A search field, because nothing is lost when the dialog is closed.
          type="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={10_000}
          aria-describedby={`${id}-hint`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            // Enter must not submit the surrounding form.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        <FieldHint id={`${id}-hint`}>{props.hint}</FieldHint>
      </FieldBox>
      <p role="status" className={styles.result} data-look={result?.look}>
        {result === undefined ? null : (
          <>
            <Icon path={ICONS[result.look]} size={18} />
            {result.text}
          </>
        )}
      </p>
    </div>
  );
}
