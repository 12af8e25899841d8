import { expect, test } from 'vitest';
import { type ColumnKind, columnEntries, findColumn, type ListRow } from './list-column.ts';

const rows = (...lines: string[][]): ListRow[] => lines.map((cells, at) => ({ line: at + 1, cells }));
const DEVICES: ColumnKind[] = ['serialNumber', 'id', 'hostname'];
const entriesOf = (list: ListRow[], kinds = DEVICES, known: string[] = []) =>
  columnEntries(
    list,
    findColumn(list, kinds, (entry) => known.includes(entry)),
  ).entries;

test.each([
  'serialNumber',
  'Serial Number',
  'SERIALNUMBER',
  'serial_number',
  'S/N',
  'Asset serial',
  'Hardware Serial',
  'Serial #',
  'Serial-Nr.',
  'Seriennummer',
  'Numéro de série',
  'N° de série',
  'Número de serie',
  'Серийный номер',
  'シリアル番号',
  'Serial Number [Required]',
  ' \ufeffserial\u00a0number ',
  'Ser. No.',
  'Ser.-Nr.',
  'SNR',
  'N° série',
  'Nº Série',
  'Серийный №',
  'Серійний номер',
  '序列號',
  '시리얼 번호',
])('%j is a heading of serial numbers', (heading) => {
  expect(entriesOf(rows(['hostname', heading], ['PC-1', 'SN-1'], ['PC-2', ' SN-2 ']))).toEqual([
    'SN-1',
    'SN-2',
  ]);
});

test.each([
  ['email', 'Email Address [Required]'],
  ['email', 'E-Mail'],
  ['email', 'Adresse e-mail'],
  ['email', 'Correo electrónico'],
  ['hostname', 'Computer name'],
  ['hostname', 'Gerätename'],
  ['personName', 'Student name'],
] as const)('finds the column %s by %j', (kind, heading) => {
  expect(entriesOf(rows(['Room', heading], ['1', 'x']), [kind])).toEqual(['x']);
});

test('the plainest heading counts, and a serial number goes before a name', () => {
  const list = rows(['Name', 'Serial number of the screen', 'Serial number'], ['PC-1', 'SCR-1', 'SN-1']);
  expect(entriesOf(list)).toEqual(['SN-1']);
});

test('titles above the headings are no entries', () => {
  expect(entriesOf(rows(['Devices of room 7'], ['Name', 'Serial'], ['PC-1', 'SN-1']))).toEqual(['SN-1']);
});

test('without headings every row is an entry, of the first column or of the one that is known', () => {
  const list = rows(['101', 'SN-1'], ['102', 'SN-2']);
  expect(entriesOf(list)).toEqual(['101', '102']);
  expect(entriesOf(list, DEVICES, ['SN-2'])).toEqual(['SN-1', 'SN-2']);
  expect(entriesOf(rows())).toEqual([]);
});

test('a column without known entries loses to one that has some, whatever their headings', () => {
  const twice = rows(['Serial Number', 'Name', 'Serial Number'], ['', 'PC-1', 'SN-1'], ['', 'PC-2', 'SN-2']);
  expect(entriesOf(twice, DEVICES, ['SN-2'])).toEqual(['SN-1', 'SN-2']);
  expect(entriesOf(twice)).toEqual(['SN-1', 'SN-2']);
  const unfilled = rows(['Name', 'Serial'], ['PC-1', ''], ['PC-2', 'none']);
  expect(entriesOf(unfilled, DEVICES, ['PC-1', 'PC-2'])).toEqual(['PC-1', 'PC-2']);
  const otherWord = rows(['Name', 'Label'], ['Ana', 'SN-1'], ['Bo', 'SN-2']);
  expect(entriesOf(otherWord, DEVICES, ['SN-1'])).toEqual(['SN-1', 'SN-2']);
});

test.each(['SERIAL-1', 'serial'])('the known entry %j is no heading', (entry) => {
  expect(entriesOf(rows([entry], ['SN-2']), DEVICES, [entry])).toEqual([entry, 'SN-2']);
});

test('lines without an entry are reported, repetitions are not', () => {
  const list = rows(['x', 'serialNumber'], ['y'], ['z', ''], ['q', 'SN-1'], ['r', 'SN-1']);
  expect(columnEntries(list, { heading: 0, column: 1 })).toEqual({ entries: ['SN-1'], blank: [2, 3] });
});

test('entries lose what spreadsheets put around them', () => {
  const list = rows(
    ['="007"'],
    ["'-A1"],
    ["'012"],
    ["o'neil"],
    ['SN\u200b-1'],
    ['“SN-2”'],
    ['„SN-3“'],
    ["'SN-4'"],
    ['Screen 17"'],
  );
  expect(columnEntries(list, { heading: undefined, column: 0 }).entries).toEqual([
    '007',
    '-A1',
    '012',
    "o'neil",
    'SN-1',
    'SN-2',
    'SN-3',
    'SN-4',
    'Screen 17"',
  ]);
});
