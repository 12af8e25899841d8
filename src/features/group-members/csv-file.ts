/** Reads the entries of a CSV file. The parser is loaded with the first file. */
import { csvEntries } from '#domain/groups/csv-members.ts';

export type CsvFile =
  | { name: 'read'; entries: readonly string[] }
  | { name: 'not-csv' }
  | { name: 'unreadable' };

/** Some systems give CSV another type, or none: then the file's name says it. */
const isCsv = ({ type, name }: Pick<File, 'type' | 'name'>) =>
  type.split(';')[0]?.trim() === 'text/csv' || /\.csv$/i.test(name);

export async function readCsvFile(file: File): Promise<CsvFile> {
  if (!isCsv(file)) return { name: 'not-csv' };
  try {
    const [{ default: papaparse }, text] = await Promise.all([import('papaparse'), file.text()]);
    const { data } = papaparse.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: true });
    return { name: 'read', entries: csvEntries(data) };
  } catch (error) {
    console.warn('csv', error);
    return { name: 'unreadable' };
  }
}
