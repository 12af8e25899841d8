import { useMemo, useState } from 'react';
import { columnCount, columnEntries, findColumn } from '#domain/lists/list-column.ts';
import { FieldError, FieldHint } from '../field/field-parts.tsx';
import { SelectField } from '../field/select-field.tsx';
import { DataTable } from '../list/data-table.tsx';
import styles from './list-file.module.css';
import { m } from './list-file-messages.ts';
import type { ListPreviewProps } from './list-purpose.ts';
import { type ReadTable, readTable, type Separator } from './read-table.ts';
import { CODE_PAGES, type CodePage, readText } from './read-text.ts';

export const isListText = (bytes: Uint8Array<ArrayBuffer>): boolean => readText(bytes) !== undefined;

const MAX_ROWS = 5;

const SEPARATOR_CHOICES = Object.entries(m.separators).map(([value, title]) => ({
  value: value as Separator,
  title,
}));
const CODE_PAGE_CHOICES = Object.entries(CODE_PAGES).map(([value, title]) => ({
  value: value as CodePage,
  title,
}));

/** The first lines of a file, the used column, and the lines that are malformed or have no entry. */
export function ListPreview(props: ListPreviewProps) {
  const { bytes, kinds, isKnown, file, close } = props;
  const [codePage, setCodePage] = useState<CodePage>();
  const [separator, setSeparator] = useState<Separator>();
  const [chosen, setChosen] = useState<number>();
  const read = useMemo(() => readText(bytes, codePage), [bytes, codePage]);
  const table = useMemo(() => readTable(read?.text ?? '', separator), [read, separator]);
  const found = useMemo(() => findColumn(table.rows, kinds, isKnown), [table, kinds, isKnown]);
  const place = useMemo(() => ({ ...found, column: chosen ?? found.column }), [found, chosen]);
  const { entries, blank } = useMemo(() => columnEntries(table.rows, place), [table, place]);
  return (
    <section aria-label={m.preview({ file })} className={styles.preview}>
      <FirstLines table={table} {...place} />
      <div className={styles.fields}>
        <SelectField
          label={m.column}
          value={place.column}
          options={titlesOf(table, place.heading).map((title, value) => ({ title, value }))}
          onChange={setChosen}
        />
        <SelectField
          label={m.separator}
          value={table.separator}
          options={SEPARATOR_CHOICES}
          onChange={(next) => {
            setSeparator(next);
            setChosen(undefined);
          }}
        />
        {read?.codePage === undefined ? null : (
          <SelectField
            label={m.codePage}
            value={read.codePage}
            options={CODE_PAGE_CHOICES}
            onChange={setCodePage}
          />
        )}
      </div>
      {table.malformed.length === 0 ? null : <FieldError isQuiet>{m.malformed(table.malformed)}</FieldError>}
      {blank.length === 0 ? null : <FieldError isQuiet>{m.blank(blank)}</FieldError>}
      {entries.length === 0 ? <FieldError isQuiet>{m.empty({ file })}</FieldError> : null}
      {props.review(entries, { file, close })}
    </section>
  );
}

/** The heading of each column, or its number. */
function titlesOf({ rows }: ReadTable, heading: number | undefined): string[] {
  const cells = heading === undefined ? [] : (rows[heading]?.cells ?? []);
  return Array.from(
    { length: columnCount(rows) },
    (_, at) => cells[at]?.trim() || m.columnNumber({ number: at + 1 }),
  );
}

function FirstLines(props: { table: ReadTable; heading: number | undefined; column: number }) {
  const { table, heading, column } = props;
  const { rows } = table;
  const first = heading === undefined ? 0 : heading + 1;
  const rest = rows.length - first - MAX_ROWS;
  const titles = titlesOf(table, heading);
  const head = heading === undefined ? undefined : rows[heading];
  return (
    <>
      <FieldHint>{head ? m.headingsIn(head) : m.noHeadings}</FieldHint>
      <DataTable
        caption={m.preview({ file: '' }).trim()}
        columns={[
          m.line,
          ...titles.map((title, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no names of their own
            <th key={at} scope="col" className={at === column ? styles.used : undefined}>
              <bdi>{title}</bdi>
            </th>
          )),
        ]}
      >
        {rows.slice(first, first + MAX_ROWS).map(({ line, cells }) => (
          <tr key={line}>
            <th scope="row">{line}</th>
            {titles.map((_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no names of their own
              <td key={at} className={at === column ? styles.used : undefined}>
                <bdi>{cells[at]}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </DataTable>
      {rest > 0 ? <FieldHint>{m.moreLines({ count: rest })}</FieldHint> : null}
    </>
  );
}
