/** Parses the rows of a text list. No line is lost: a malformed line is taken literally, and reported. */

import papaparse from 'papaparse';
import type { ListRow } from '#domain/lists/list-column.ts';

/** `blank`: any run of blanks. `gap`: at least two blanks. `none`: a line is a single cell. */
const BLANKS = { blank: /\s+/, gap: / {2,}/, none: /$^/ };
type Sign = ',' | ';' | '\t' | '|';
export type Separator = Sign | keyof typeof BLANKS;

const isBlanks = (separator: Separator): separator is keyof typeof BLANKS => Object.hasOwn(BLANKS, separator);

/** `malformed`: lines with unbalanced quotation marks. */
export type ReadTable = { rows: ListRow[]; separator: Separator; malformed: number[] };

/** Spreadsheets accept a first line that names the separator. */
const NAMED = /^sep=([,;|\t])[ \t]*$/i;

export function readTable(text: string, chosen?: Separator): ReadTable {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const [, named] = NAMED.exec(lines[0] ?? '') ?? [];
  if (named !== undefined) lines[0] = '';
  const separator = chosen ?? (named as Sign | undefined) ?? separatorOf(lines);
  const { rows, malformed } = isBlanks(separator)
    ? { rows: plainRows(lines, BLANKS[separator]), malformed: [] }
    : quotedRows(lines, separator);
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const [first] = filled;
  // A list may be written in a single line.
  const isOneLine = first !== undefined && filled.length === 1;
  const list = isOneLine ? first.cells.map((cell) => ({ line: first.line, cells: [cell] })) : filled;
  return { rows: list, separator, malformed };
}

const plainRows = (lines: readonly string[], by: RegExp): ListRow[] =>
  lines.map((line, at) => ({ line: at + 1, cells: line.trim().split(by) }));

/**
 * Papaparse joins all lines after an unclosed quotation mark. In such a file, each malformed line is quoted
 * literally, because quoted cells of several lines are rare.
 */
function quotedRows(lines: readonly string[], delimiter: Sign): Pick<ReadTable, 'rows' | 'malformed'> {
  const parse = (all: readonly string[]) =>
    papaparse.parse<string[]>(all.join('\n'), { delimiter, newline: '\n' });
  const { data, errors } = parse(lines);
  if (errors.length === 0) return { rows: numbered(data), malformed: [] };
  const cell = `"(?:[^"]|"")*" *|[^"${delimiter}][^${delimiter}]*|`;
  const wellFormed = new RegExp(`^(?:${cell})(?:[${delimiter}](?:${cell}))*$`);
  const malformed: number[] = [];
  const repaired = lines.map((line, at) => {
    if (wellFormed.test(line)) return line;
    malformed.push(at + 1);
    const cells = line.split(delimiter).map((text) => `"${text.replaceAll('"', '""')}"`);
    return cells.join(delimiter);
  });
  return { rows: numbered(parse(repaired).data), malformed };
}

/** A quoted cell may span several lines. */
function numbered(data: readonly string[][]): ListRow[] {
  let next = 1;
  return data.map((cells) => {
    const line = next;
    next += 1 + cells.reduce((count, cell) => count + cell.split('\n').length - 1, 0);
    return { line, cells };
  });
}

/** In case of a tie, the sign that is rarer in names and sentences wins. */
const SIGNS = ['\t', ';', '|', ','] as const;

/** The sign that splits most lines into the same number of cells. */
function separatorOf(lines: readonly string[]): Separator {
  const some = lines
    .filter((line) => line.trim() !== '')
    .slice(0, 100)
    .map((line) => line.replace(/"[^"]*"/g, '""'));
  const scores = SIGNS.map((sign) => {
    const counts = some.map((line) => line.split(sign).length - 1).filter((count) => count > 0);
    const usual = counts.toSorted((one, other) => one - other)[counts.length >> 1];
    return counts.filter((count) => count === usual).length;
  });
  const best = Math.max(...scores);
  if (best > 0) return SIGNS[scores.indexOf(best)] ?? ',';
  if (some.some((line) => line.includes('"'))) return ',';
  return blanksOf(some);
}

/** Blanks separate serial numbers, host names and addresses (with a digit or an @), but not names. */
function blanksOf(lines: readonly string[]): Separator {
  const isParted = (by: RegExp) => {
    const counts = new Set(lines.map((line) => line.trim().split(by).length));
    return counts.size === 1 && !counts.has(1);
  };
  if (isParted(BLANKS.gap)) return 'gap';
  const isNamed = (line: string) =>
    line
      .trim()
      .split(/\s+/)
      [lines.length === 1 ? 'every' : 'some']((part) => /[\d@]/.test(part));
  return isParted(BLANKS.blank) && lines.slice(lines.length === 1 ? 0 : 1).every(isNamed) ? 'blank' : 'none';
}
