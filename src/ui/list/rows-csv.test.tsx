import { afterEach, expect, test, vi } from 'vitest';
import { cleanEntry } from '#domain/lists/list-column.ts';
import { readTable } from '../list-file/read-table.ts';
import { csvOf, saveCsv } from './rows-csv.ts';
import type { TableColumn } from './table-column.ts';

type Item = { name: string; room: string };
const COLUMNS: readonly TableColumn<Item>[] = [
  { key: 'name', title: 'Name', cell: () => null, text: ({ name }) => name },
  { key: 'icon', title: 'Icon', cell: () => null },
  { key: 'room', title: 'Room', cell: () => null, text: ({ room }) => room },
];

afterEach(() => vi.restoreAllMocks());

test('quotes every cell, and begins with the headings', async () => {
  expect(await csvOf([...COLUMNS], [{ name: 'Ada, "A"', room: 'one\ntwo' }])).toBe(
    '"Name","Icon","Room"\r\n"Ada, ""A""","","one\ntwo"\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1+1', '＝1+1', '\u200b=1', '\ufeff+1', '\0=1'])(
  'a spreadsheet does not take %j for a formula',
  async (name) => {
    const [, line = ''] = (await csvOf(COLUMNS, [{ name, room: '' }])).split('\r\n');
    expect(line.replace(/^"/, '').startsWith("'")).toBe(true);
  },
);

test.each(['x;=1+1', 'x; @SUM(A1)', 'x\t=1', '\t=1', '\r=1', 'x\n-1', 'x,+1', ';;=1', 'x;"=1', 'x; ""=1'])(
  'a spreadsheet with another separator does not find a formula in %j',
  async (name) => {
    const text = await csvOf(COLUMNS, [{ name, room: '' }]);
    for (const cell of text.split(/[;,\t\r\n]+/)) expect(cell).not.toMatch(/^["\s]*[=+\-@]/);
  },
);

test('the console reads its own files back', async () => {
  const items = [
    { name: 'Ada, "A"', room: '=1;-2' },
    { name: '-B', room: 'one\ntwo' },
  ];
  const rows = readTable(`\ufeff${await csvOf(COLUMNS, items)}`).rows;
  expect(rows.map(({ cells }) => cells.map(cleanEntry))).toEqual([
    ['Name', 'Icon', 'Room'],
    ['Ada, "A"', '', "=1;'-2"],
    ['-B', '', 'one\ntwo'],
  ]);
});

test('every row is in the file, in its order, also where there are many', async () => {
  const rows = Array.from({ length: 2_345 }, (_, index) => ({ name: `n${index}`, room: '' }));
  const lines = (await csvOf(COLUMNS, rows)).trimEnd().split('\r\n');
  expect(lines).toHaveLength(2_346);
  expect(lines.at(-1)).toBe('"n2344","",""');
});

test('the file leaves out what has no words', async () => {
  let saved: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved = file as Blob;
    return 'blob:';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await saveCsv('export.csv', COLUMNS, [{ name: 'Ada', room: '1' }]);
  expect(await saved?.text()).toContain('"Name","Room"\r\n"Ada","1"\r\n');
});
