import { basename, join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberedName, safeName } from './safe-name.ts';

describe('the name of a file that came', () => {
  it.each([
    ['essay.docx', 'essay.docx'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['..\\..\\boot.ini', '_.._boot.ini'],
    ['C:\\x.txt', 'C__x.txt'],
    ['..', 'file'],
    ['.bashrc', 'bashrc'],
    ['', 'file'],
    ['a\u0000b\n.txt', 'a_b_.txt'],
    ['fdp\u202e.exe', 'fdp_.exe'],
    ['Домашняя работа.docx', 'Домашняя работа.docx'],
    ['name. . ', 'name'],
    ['CON', '_CON'],
    ['lpt1.tar.gz', '_lpt1.tar.gz'],
    ['console.log', 'console.log'],
  ])('%j is %j', (name, safe) => {
    expect(safeName(name)).toBe(safe);
  });

  it('stays in its folder, whatever it is, fits a disk, and is safe already when it is asked again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const safe = safeName(name);
        const path = resolve(join('/students/a', safe));
        expect(path).toBe(`/students/a/${safe}`);
        expect(basename(path)).toBe(safe);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(200);
        expect(safeName(safe)).toBe(safe);
      }),
    );
  });

  it('keeps its ending when it is too long, and when it gets a number', () => {
    expect(safeName(`${'字'.repeat(200)}.docx`)).toMatch(/^字+\.docx$/);
    expect(numberedName('essay.docx', 2)).toBe('essay (2).docx');
    expect(numberedName('README', 3)).toBe('README (3)');
    expect(numberedName('.x', 2)).toBe('.x (2)');
  });
});
