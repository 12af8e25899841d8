import { expect, test } from 'vitest';
import { csvEntries, findMembers } from './csv-members.ts';

test('a column serialNumber is used, without its heading', () => {
  expect(
    csvEntries([
      ['hostname', ' serialNumber '],
      ['PC-1', 'SN-1'],
      ['PC-2', ' SN-2 '],
    ]),
  ).toEqual(['SN-1', 'SN-2']);
});

test('without such a column it is the first one, and the first row stays', () => {
  expect(csvEntries([['SN-1', 'x'], ['SN-2'], ['serialNumber']])).toEqual(['SN-1', 'SN-2', 'serialNumber']);
});

test('the heading is meant exactly as it is written', () => {
  expect(
    csvEntries([
      ['a', 'SERIALNUMBER'],
      ['b', 'SN-1'],
    ]),
  ).toEqual(['a', 'b']);
});

test('blank cells, short rows and repetitions are nothing', () => {
  expect(csvEntries([])).toEqual([]);
  expect(csvEntries([['x', 'serialNumber'], ['y'], ['z', ''], ['q', 'SN-1'], ['r', 'SN-1']])).toEqual([
    'SN-1',
  ]);
});

test('entries become members, those that nobody answers to are listed', () => {
  const known = [
    { id: 'd-1', names: ['SN-1', 'PC-1'] },
    { id: 'd-2', names: [null, 'PC-2'] },
  ];
  expect(findMembers(['sn-1', 'pc-2', 'PC-1', 'SN-9'], known)).toEqual({
    ids: ['d-1', 'd-2'],
    unknown: ['SN-9'],
  });
});

test('a serial number goes before a hostname of somebody else', () => {
  const known = [
    { id: 'd-1', names: ['SN-1', 'SN-2'] },
    { id: 'd-2', names: ['SN-2', 'PC-2'] },
  ];
  expect(findMembers(['SN-2'], known).ids).toEqual(['d-2']);
});
