import { useId, useState } from 'react';
import type { Device } from '#protocol/rest/device.ts';
import { FieldError, FieldHint, FieldTextArea } from '../../ui/field/field-parts.tsx';
import { CsvAppend } from './csv-append.tsx';
import { patternsOf, withPatterns } from './member-draft.ts';
import styles from './member-fields.module.css';
import { m } from './messages.ts';
import { PatternPreview } from './pattern-preview.tsx';

/** The patterns of a deviceMatchGroup, one per line, with the devices that they match. */
export function PatternEditor(props: {
  /** The devices of the site: a CSV file may name them by their serial numbers. */
  devices: readonly Device[];
  patterns: readonly string[];
  problem: string | undefined;
  onChange: (patterns: readonly string[]) => void;
}) {
  const { devices, problem, onChange } = props;
  const [text, setText] = useState(props.patterns.join('\n'));
  const id = useId();

  function write(next: string): void {
    setText(next);
    onChange(patternsOf(next));
  }
  function append(entries: readonly string[]) {
    const { patterns: next, added } = withPatterns(patternsOf(text), entries, devices);
    write(next.join('\n'));
    return { added, present: entries.length - added, unknown: [] };
  }

  return (
    <>
      <div className={styles.patternEditor}>
        <div className={styles.side}>
          <label htmlFor={`${id}-text`} className={styles.sideTitle}>
            {m.patterns}
          </label>
          <FieldTextArea
            id={`${id}-text`}
            rows={10}
            spellCheck={false}
            value={text}
            aria-describedby={problem === undefined ? `${id}-hint` : `${id}-problem ${id}-hint`}
            aria-invalid={problem !== undefined}
            onChange={(event) => write(event.currentTarget.value)}
          />
          {problem === undefined ? null : <FieldError id={`${id}-problem`}>{problem}</FieldError>}
          <FieldHint id={`${id}-hint`}>
            {m.patternsHint} {props.patterns.length === 0 ? <strong>{m.everyDevice}</strong> : null}
          </FieldHint>
        </div>
        <PatternPreview patterns={props.patterns} isInOrder={problem === undefined} />
      </div>
      <CsvAppend append={append} />
    </>
  );
}
