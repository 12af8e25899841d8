import { mdiFileUploadOutline } from '@mdi/js';
import { useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FieldError, FieldHint } from '../../ui/field/field-parts.tsx';
import { readCsvFile } from './csv-file.ts';
import styles from './member-fields.module.css';
import { m } from './messages.ts';

/** The outcome of an append: new members, members that were there already, and entries that are not known. */
export type Appended = { added: number; present: number; unknown: readonly string[] };

type Outcome = { file: string } & (
  | { name: 'appended'; appended: Appended }
  | { name: 'not-csv' | 'unreadable' | 'empty' }
);

/** The number of unknown entries that are named. */
const MAX_UNKNOWN = 50;

const FAILURES = { 'not-csv': m.csvNotCsv, unreadable: m.csvUnreadable, empty: m.csvEmpty };

function Report({ outcome }: { outcome: Outcome }) {
  const { file } = outcome;
  if (outcome.name !== 'appended') return <FieldError isQuiet>{FAILURES[outcome.name]({ file })}</FieldError>;
  const { added, present, unknown } = outcome.appended;
  const rest = unknown.length - MAX_UNKNOWN;
  return (
    <>
      <p>
        <bdi>{added > 0 ? m.csvAppended({ file, count: added }) : m.csvNothingNew({ file })}</bdi>
        {present > 0 ? `, ${m.csvPresent({ count: present })}` : ''}
      </p>
      {unknown.length === 0 ? null : (
        <>
          <FieldError isQuiet>{m.csvUnknown({ count: unknown.length })}</FieldError>
          <ul className={styles.unknown}>
            {unknown.slice(0, MAX_UNKNOWN).map((entry) => (
              <li key={entry} className={styles.unknownEntry}>
                <bdi>{entry}</bdi>
              </li>
            ))}
            {rest > 0 ? <li>{m.csvMore({ count: rest })}</li> : null}
          </ul>
        </>
      )}
    </>
  );
}

/** Adds the entries of a file to what is being edited; nothing is saved by it. */
export function CsvAppend(props: { append: (entries: readonly string[]) => Appended }) {
  const input = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<Outcome>();
  const id = useId();

  async function read(file: File): Promise<void> {
    const csv = await readCsvFile(file);
    if (csv.name !== 'read') setOutcome({ file: file.name, name: csv.name });
    else if (csv.entries.length === 0) setOutcome({ file: file.name, name: 'empty' });
    else setOutcome({ file: file.name, name: 'appended', appended: props.append(csv.entries) });
  }

  return (
    <div className={styles.csv}>
      <div className={styles.csvRow}>
        <Button
          icon={mdiFileUploadOutline}
          aria-describedby={`${id}-hint`}
          onClick={() => input.current?.click()}
        >
          {m.csvAppend}
        </Button>
        <FieldHint id={`${id}-hint`}>{m.csvHint}</FieldHint>
      </div>
      <input
        ref={input}
        type="file"
        accept="text/csv,.csv"
        hidden
        aria-label={m.csvAppend}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The same file can be chosen again.
          event.currentTarget.value = '';
          if (file) void read(file);
        }}
      />
      <div role="status" className={styles.report}>
        {outcome === undefined ? null : <Report outcome={outcome} />}
      </div>
    </div>
  );
}
