import { describe, expect, test } from 'vitest';
import { nameParts, safeFileName, uniqueFileNames } from './file-name.ts';

const html = { extension: '.html', maxLength: 135, fallback: 'Poll' } as const;

describe('a file name', () => {
  test.each([
    ['What is a volcano?', 'What is a volcano.html'],
    ['a/b\\c:d*e"f<g>h|i', 'a b c d e f g h i.html'],
    ['  two\n\tlines  ', 'two lines.html'],
    ['../../etc/passwd', 'etc passwd.html'],
    ['\u202egpj.exe', 'gpj.exe.html'],
    ['ends with dots...', 'ends with dots.html'],
    ['CON', '_CON.html'],
    ['nul.txt', '_nul.txt.html'],
    ['', 'Poll.html'],
    ['???', 'Poll.html'],
    ['Größe 漢字 😀', 'Größe 漢字 😀.html'],
    ['\ud800lone', 'lone.html'],
  ])('of %j is %j', (words, name) => {
    expect(safeFileName(words, html)).toBe(name);
  });

  test('is cut to its length with the extension, and never through a character', () => {
    expect(safeFileName('a'.repeat(10_000), html)).toBe(`${'a'.repeat(130)}.html`);
    expect(safeFileName(`${'a'.repeat(129)}😀`, html)).toBe(`${'a'.repeat(129)}.html`);
  });
});

test.each([
  ['essay.docx', 'essay', '.docx'],
  ['archive.tar.gz', 'archive.tar', '.gz'],
  ['課題.課', '課題', '.課'],
  ['notes', 'notes', ''],
  ['.profile', '.profile', ''],
  ['What is this. Really', 'What is this. Really', ''],
  ['ends with a dot.', 'ends with a dot.', ''],
  [`x.${'y'.repeat(16)}`, `x.${'y'.repeat(16)}`, ''],
])('of %j what stands before the extension is %j, and that is %j', (name, stem, extension) => {
  expect(nameParts(name)).toEqual({ stem, extension });
});

test('names that are the same get numbers, also where they would take another one’s', () => {
  expect(uniqueFileNames(['Ada.jpeg', 'ada.jpeg', 'Ada (2).jpeg', 'Ada.jpeg', 'none'])).toEqual([
    'Ada.jpeg',
    'ada (2).jpeg',
    'Ada (2) (2).jpeg',
    'Ada (3).jpeg',
    'none',
  ]);
});

test('twenty thousand files that are called alike are numbered as quickly as others', () => {
  const names = uniqueFileNames(Array.from({ length: 20_000 }, () => 'essay.docx'));
  expect(new Set(names).size).toBe(20_000);
  expect(names.at(-1)).toBe('essay (20000).docx');
});
