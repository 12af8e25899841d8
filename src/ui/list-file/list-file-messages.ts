const number = (count: number) => count.toLocaleString('en');
const MAX_LINES = 20;

function lines(all: readonly number[]): string {
  const rest = all.length - MAX_LINES;
  const some = all.slice(0, MAX_LINES).map(String).join(', ');
  return `${all.length === 1 ? 'Line' : 'Lines'} ${some}${rest > 0 ? ` and ${number(rest)} more` : ''}`;
}

export const m = {
  notText: (p: { file: string }) =>
    `${p.file} is not a CSV file. In a spreadsheet, choose Save as, then CSV.`,
  unreadable: (p: { file: string }) => `${p.file} could not be read`,
  tooLarge: (p: { file: string }) => `${p.file} is larger than 10 MB`,
  empty: (p: { file: string }) => `${p.file} has no entries`,
  preview: (p: { file: string }) => `Preview of ${p.file}`,
  headingsIn: (p: { line: number }) => `Line ${p.line} has the headings.`,
  noHeadings: 'No headings were recognised, so every line counts as an entry.',
  column: 'Column to use',
  columnNumber: (p: { number: number }) => `Column ${p.number}`,
  separator: 'Columns are separated by',
  codePage: 'Alphabet of the file',
  line: 'Line',
  moreLines: (p: { count: number }) =>
    p.count === 1 ? 'and 1 more line' : `and ${number(p.count)} more lines`,
  malformed: (all: readonly number[]) =>
    `${lines(all)}: the quotation marks do not match, so the text is used as it is.`,
  blank: (all: readonly number[]) => `${lines(all)}: nothing in this column.`,
  add: (p: { count: number }) => `Add ${number(p.count)}`,
  nothingToAdd: 'The list has nothing new',
  discard: 'Discard list',
  separators: {
    ',': 'Comma',
    ';': 'Semicolon',
    '\t': 'Tab',
    '|': 'Vertical bar',
    gap: 'Several blanks',
    blank: 'Blanks',
    none: 'Nothing (one column)',
  },
} as const;
