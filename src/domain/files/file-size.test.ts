import { expect, test } from 'vitest';
import { fileSizeText } from './file-size.ts';

const MB = 1_024 * 1_024;

test.each([
  [0, '0.0 B'],
  [1, '1.0 B'],
  [1_023, '1023.0 B'],
  [1_024, '1.0 KB'],
  [1_536, '1.5 KB'],
  [655_360, '640.0 KB'],
  [MB - 1, '1.0 MB'],
  [MB, '1.0 MB'],
  [5.25 * MB, '5.3 MB'],
  [1_024 * MB, '1.0 GB'],
  [1_610_612_736, '1.5 GB'],
  [5_000 * 1_024 * MB, '5000.0 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(fileSizeText(bytes)).toBe(text);
});
