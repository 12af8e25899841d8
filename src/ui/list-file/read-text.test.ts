import { expect, test } from 'vitest';
import { readText } from './read-text.ts';

const bytes = (...parts: (number[] | string)[]) =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)),
  );
const utf16 = (text: string, isBig: boolean) =>
  [...text].flatMap((letter) => {
    const code = letter.charCodeAt(0);
    const pair = [code & 0xff, code >> 8];
    return isBig ? pair.reverse() : pair;
  });

test.each([
  ['UTF-8', bytes('Müller,SN-1')],
  ['UTF-8 with its mark', bytes([0xef, 0xbb, 0xbf], 'Müller,SN-1')],
  ['UTF-16 LE', bytes([0xff, 0xfe], utf16('Müller,SN-1', false))],
  ['UTF-16 BE', bytes([0xfe, 0xff], utf16('Müller,SN-1', true))],
  ['UTF-16 LE without a mark', bytes(utf16('Müller,SN-1', false))],
  ['UTF-16 BE without a mark', bytes(utf16('Müller,SN-1', true))],
])('reads %s', (_name, file) => {
  expect(readText(file)).toEqual({ text: 'Müller,SN-1', codePage: undefined });
});

test('reads a code page, which the person can change', () => {
  const file = bytes('M', [0xfc], 'ller, ', [0xb3]);
  expect(readText(file)).toEqual({ text: 'Müller, ³', codePage: 'windows-1252' });
  expect(readText(file, 'windows-1250')?.text).toBe('Müller, ł');
});

test('reads UTF-8 with a few other bytes, and a short file with an end mark', () => {
  expect(readText(bytes('Müller,SN-1\nLöw,SN-2\nX', [0xfc]))?.text).toBe('Müller,SN-1\nLöw,SN-2\nX\ufffd');
  expect(readText(bytes('SN-1\nSN-2\n', [0x1a]))?.text).toContain('SN-2');
});

test('a file of Excel for Mac is read after its alphabet was chosen', () => {
  expect(readText(bytes('M', [0x9f], 'ller'), 'macintosh')?.text).toBe('Müller');
});

test.each([
  ['a workbook', bytes('PK', [3, 4, 20, 0], 'xl')],
  ['a picture', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1])],
])('%s is no text', (_name, file) => {
  expect(readText(file)).toBeUndefined();
});
