import { expect, it } from 'vitest';
import { formatSize } from './format-size.ts';
import { safeName } from './safe-name.ts';

it.each([
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Windows\\evil.exe', 'evil.exe'],
  ['..', 'file'],
  ['', 'file'],
  ['con.txt', '_con.txt'],
  ['Übung 3 – Größe.docx', 'Übung 3 – Größe.docx'],
  ['課題.pdf', '課題.pdf'],
  ['a\u202egpj.exe', 'a gpj.exe'],
  ['notes', 'notes'],
  ['.profile', 'profile'],
  ['archive.tar.gz', 'archive.tar.gz'],
])('saves %j as %j', (name, safe) => expect(safeName(name)).toBe(safe));

it('cuts a long name before its extension', () => {
  const name = safeName(`${'x'.repeat(400)}.pdf`);
  expect(name.length).toBeLessThanOrEqual(200);
  expect(name).toMatch(/x\.pdf$/);
});

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_400, '1.4 KB'],
  [655_360, '655 KB'],
  [1_610_612_736, '1.6 GB'],
])('says %i bytes as %s', (bytes, words) => expect(formatSize(bytes)).toBe(words));
