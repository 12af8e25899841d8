import { expect, it } from 'vitest';
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
