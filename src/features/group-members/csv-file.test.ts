import { afterEach, expect, test, vi } from 'vitest';
import { readCsvFile } from './csv-file.ts';

const file = (text: string, name = 'members.csv', type = 'text/csv') => new File([text], name, { type });

afterEach(() => vi.restoreAllMocks());

test('reads quoted cells, other separators, and a byte order mark', async () => {
  const text = '\uFEFF"name, long";serialNumber\r\n"x;y";SN-1\r\n\r\nz;"SN ""2"""\r\n';
  expect(await readCsvFile(file(text))).toEqual({ name: 'read', entries: ['SN-1', 'SN "2"'] });
});

test('one column without a heading is all entries', async () => {
  expect(await readCsvFile(file('SN-1\nSN-2\n'))).toEqual({ name: 'read', entries: ['SN-1', 'SN-2'] });
});

test('text/csv by any name, or the name .csv by any type', async () => {
  expect((await readCsvFile(file('a', 'list', 'text/csv;charset=utf-8'))).name).toBe('read');
  expect((await readCsvFile(file('a', 'LIST.CSV', 'application/vnd.ms-excel'))).name).toBe('read');
  expect((await readCsvFile(file('a', 'list.xlsx', 'application/zip'))).name).toBe('not-csv');
});

test('a file that cannot be read', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const broken = file('a');
  vi.spyOn(broken, 'text').mockRejectedValue(new Error('gone'));
  expect(await readCsvFile(broken)).toEqual({ name: 'unreadable' });
});
