import { expect, test } from 'vitest';
import { readTable } from './read-table.ts';

const cells = (text: string) => readTable(text).rows.map((row) => row.cells);

test.each([
  ['comma', 'name,serial\nx,SN-1\n'],
  ['semicolon', 'name;serial\r\nx;SN-1\r\n'],
  ['tab', 'name\tserial\rx\tSN-1'],
  ['pipe', 'name|serial\nx|SN-1'],
  ['blank', 'name serial\nx SN-1\n'],
  ['columns of a printed table', 'name   serial\nx      SN-1\n'],
  ['named in the first line', '\ufeffsep=;\r\nname;serial\r\nx;SN-1'],
])('rows parted by %s', (_name, text) => {
  expect(cells(text)).toEqual([
    ['name', 'serial'],
    ['x', 'SN-1'],
  ]);
});

test('a sign inside of a cell parts nothing', () => {
  expect(cells('"Lee; Ana",SN-1\n"Ng; Bo",SN-2')).toEqual([
    ['Lee; Ana', 'SN-1'],
    ['Ng; Bo', 'SN-2'],
  ]);
  expect(cells('Lee, Ana;SN-1\nNg, Bo;SN-2')).toEqual([
    ['Lee, Ana', 'SN-1'],
    ['Ng, Bo', 'SN-2'],
  ]);
  expect(cells('Ana Lee\nBo Ng')).toEqual([['Ana Lee'], ['Bo Ng']]);
});

test('the person may choose another separator', () => {
  expect(readTable('Lee, Ana\nNg, Bo', 'none').rows.map((row) => row.cells)).toEqual([
    ['Lee, Ana'],
    ['Ng, Bo'],
  ]);
});

test.each(['SN-1,SN-2,SN-3', 'SN-1; SN-2; SN-3', 'SN-1 SN-2 SN-3\n'])('the line %j is a list', (text) => {
  expect(cells(text).map(([cell]) => cell?.trim())).toEqual(['SN-1', 'SN-2', 'SN-3']);
});

test('rows keep their line numbers behind blank lines and cells of several lines', () => {
  const { rows, malformed } = readTable('name,serial\n\n"x\ny",SN-1\n;\nz,"SN ""2"""\n');
  expect(rows).toEqual([
    { line: 1, cells: ['name', 'serial'] },
    { line: 3, cells: ['x\ny', 'SN-1'] },
    { line: 5, cells: [';'] },
    { line: 6, cells: ['z', 'SN "2"'] },
  ]);
  expect(malformed).toEqual([]);
});

test.each([
  ['"17" screen,SN-1', ['"17" screen', 'SN-1']],
  ['"17 inch,SN-1', ['"17 inch', 'SN-1']],
  ['"17" screen,"SN-1"', ['"17" screen', '"SN-1"']],
])('the marks of %j hide no row, and its line is reported', (line, expected) => {
  const { rows, malformed } = readTable(`name,serial\n${line}\nOther,SN-2\n"Third","SN-3"\n`);
  expect(rows.map((row) => row.cells)).toEqual([
    ['name', 'serial'],
    expected,
    ['Other', 'SN-2'],
    ['Third', 'SN-3'],
  ]);
  expect(malformed).toEqual([2]);
});

test('an inch behind a number is no quotation mark', () => {
  const { rows, malformed } = readTable('Screen 17",SN-1\nScreen 19",SN-2');
  expect([rows.length, malformed]).toEqual([2, []]);
});

test('a large file of stray marks is read in reasonable time', () => {
  const begun = performance.now();
  const { rows } = readTable('"17" x,SN-1\n'.repeat(20_000));
  expect(rows).toHaveLength(20_000);
  expect(performance.now() - begun).toBeLessThan(3_000);
});
