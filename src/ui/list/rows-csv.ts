/** Saves the rows of a table as a CSV file. */
import { saveFile } from '../save-file.ts';
import type { TableColumn } from './table-column.ts';

/** The number of rows written per slice; the page stays responsive in between. */
const SLICE_ROWS = 1_000;

/**
 * The beginning of a cell in a spreadsheet. The separator is a comma, a semicolon or a tab, by country, and
 * some spreadsheets end a cell there even if it is quoted. Quotes and invisible characters may precede the sign.
 */
const FORMULA = /(?<=^|[;,\t\r\n])(["\0\p{Zs}\p{Cf}]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/gu;

/** Prefixes formulas with an apostrophe, so that a spreadsheet displays them as text. */
const withoutFormulas = (cell: string): string => cell.replace(FORMULA, "'$1");

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** The CSV text with a heading for each column. The parser is loaded with the first file. */
export async function csvOf<Item>(
  columns: readonly TableColumn<Item>[],
  rows: readonly Item[],
): Promise<string> {
  const { default: papaparse } = await import('papaparse');
  const lines = (cells: string[][]) =>
    papaparse.unparse(
      cells.map((row) => row.map(withoutFormulas)),
      { quotes: true },
    );
  const parts = [lines([columns.map(({ title }) => title)])];
  for (let from = 0; from < rows.length; from += SLICE_ROWS) {
    const slice = rows.slice(from, from + SLICE_ROWS);
    parts.push(lines(slice.map((row) => columns.map(({ text }) => text?.(row) ?? ''))));
    await nextTask();
  }
  return `${parts.join('\r\n')}\r\n`;
}

/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Saves these rows to the person's downloads. Columns without a text are omitted. */
export async function saveCsv<Item>(
  name: string,
  columns: readonly TableColumn<Item>[],
  rows: readonly Item[],
): Promise<void> {
  const written = columns.filter(({ text }) => text !== undefined);
  const csv = await csvOf(written, rows);
  saveFile(new Blob([BYTE_ORDER_MARK, csv], { type: 'text/csv' }), name);
}
