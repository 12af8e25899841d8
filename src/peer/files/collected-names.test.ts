import { expect, test } from 'vitest';
import { collectedNames } from './collected-names.ts';
import { fakeTarget } from './fakes/fake-file-world.ts';

const from = (clientId: string, fileName: string, name = `Student ${clientId}`) => ({
  target: { ...fakeTarget(clientId), name },
  file: { fileName, location: '%documents%', size: 1 },
});

test('of one device they keep their names', () => {
  expect(collectedNames([from('a', 'essay.docx'), from('a', 'notes')])).toEqual(['essay.docx', 'notes']);
  // From two folders.
  expect(collectedNames([from('a', 'notes'), from('a', 'notes')])).toEqual(['notes', 'notes (2)']);
});

test('of several devices whose each is comes first', () => {
  expect(collectedNames([from('a', 'essay.docx'), from('b', 'essay.docx'), from('b', 'notes')])).toEqual([
    'Student a - essay.docx',
    'Student b - essay.docx',
    'Student b - notes',
  ]);
});

test('two students of one name are two', () => {
  expect(collectedNames([from('a', 'essay.docx', 'Mia'), from('b', 'essay.docx', 'Mia')])).toEqual([
    'Mia - essay.docx',
    'Mia - essay (2).docx',
  ]);
});

test('what people and devices call themselves is fit for a file system', () => {
  const [slashes, long, turned] = collectedNames([
    from('a', '../../evil.exe', 'A/B: 7a'),
    from('b', `${'x'.repeat(240)}.docx`, 'y'.repeat(300)),
    from('c', 'a\u202egpj.exe'),
  ]);
  expect(slashes).toBe('A B 7a - .. .. evil.exe');
  expect(long).toMatch(/^y+… - x+\.docx$/u);
  expect(long?.length).toBeLessThanOrEqual(200);
  expect(turned).toBe('Student c - a gpj.exe');
});
