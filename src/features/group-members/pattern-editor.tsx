import { useId, useMemo, useState } from 'react';
import type { Device } from '#protocol/rest/device.ts';
import { FieldError, FieldHint, FieldTextArea } from '#ui/field/field-parts.tsx';
import { ListFile } from '#ui/list-file/list-file.tsx';
import { createNameFinder, patternsOf } from './member-draft.ts';
import styles from './member-fields.module.css';
import { COLUMNS_OF_DEVICES } from './member-picker.tsx';
import { m } from './messages.ts';
import { PatternPreview } from './pattern-preview.tsx';
import { PatternReview } from './pattern-review.tsx';

/** The patterns of a deviceMatchGroup, one per line, with the devices that they match. */
export function PatternEditor(props: {
  /** The devices of the site: a list may name them by their serial numbers. */
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
  const isKnown = useMemo(() => {
    const find = createNameFinder(devices);
    return (entry: string) => find(entry).length > 0;
  }, [devices]);

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
      <ListFile
        title={m.csvAppend}
        hint={m.csvHintDevices}
        kinds={COLUMNS_OF_DEVICES}
        isKnown={isKnown}
        review={(entries, review) => (
          <PatternReview
            {...review}
            entries={entries}
            devices={devices}
            patterns={props.patterns}
            onAdd={(added) => write([...patternsOf(text), ...added].join('\n'))}
          />
        )}
      />
    </>
  );
}
