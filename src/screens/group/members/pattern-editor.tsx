import { useDeferredValue, useId, useMemo, useState } from 'react';
import { matchesDevicePatterns } from '#domain/devices/device-pattern.ts';
import type { Device } from '#protocol/rest/device.ts';
import { FieldError, FieldHint, FieldTextArea } from '../../../ui/field/field-parts.tsx';
import { CsvAppend } from './csv-append.tsx';
import styles from './edit-members.module.css';
import { patternsOf, withPatterns } from './member-draft.ts';
import { m } from './messages.ts';

const MAX_SHOWN = 100;

/** Which devices would be in the group, as it is written now. */
function Preview(props: { devices: readonly Device[]; patterns: readonly string[] }) {
  const { devices, patterns } = props;
  const matching = useMemo(
    () => devices.filter(({ hostname }) => matchesDevicePatterns(hostname, patterns)),
    [devices, patterns],
  );
  const rest = matching.length - MAX_SHOWN;
  return (
    <section aria-label={m.matchingDevices} className={styles.preview}>
      <p role="status" className={styles.sideTitle}>
        {m.matching({ count: matching.length, of: devices.length })}
      </p>
      {matching.length === 0 ? (
        <FieldHint>{m.noneMatches}</FieldHint>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must do so by keyboard
        <ul className={styles.matches} tabIndex={0} aria-label={m.matchingDevices}>
          {matching.slice(0, MAX_SHOWN).map((device) => (
            <li key={device.id} className={styles.match}>
              <bdi>{device.hostname}</bdi>
            </li>
          ))}
          {rest > 0 ? <li className={styles.match}>{m.csvMore({ count: rest })}</li> : null}
        </ul>
      )}
    </section>
  );
}

/** The patterns of a deviceMatchGroup, one per line, with the devices that they match. */
export function PatternEditor(props: {
  devices: readonly Device[];
  patterns: readonly string[];
  problem: string | undefined;
  onChange: (patterns: readonly string[]) => void;
}) {
  const { devices, problem, onChange } = props;
  const [text, setText] = useState(props.patterns.join('\n'));
  const patterns = useDeferredValue(props.patterns);
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
        <Preview devices={devices} patterns={patterns} />
      </div>
      <CsvAppend append={append} />
    </>
  );
}
