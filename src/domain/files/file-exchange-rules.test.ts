import { describe, expect, test } from 'vitest';
import {
  filePatterns,
  folderProblem,
  MAX_FILES_BYTES,
  patternsProblem,
  selectionProblem,
} from './file-exchange-rules.ts';

describe('which files can be sent', () => {
  test.each([
    ['none', [], 'none'],
    ['an empty one', [0], undefined],
    ['five', [1, 1, 1, 1, 1], undefined],
    ['six', [1, 1, 1, 1, 1, 1], 'too-many'],
    ['six that are too large as well', [MAX_FILES_BYTES, 1, 1, 1, 1, 1], 'too-many'],
    ['a byte under the limit', [MAX_FILES_BYTES - 1], undefined],
    ['the limit itself', [MAX_FILES_BYTES], 'too-large'],
    ['the limit together', [MAX_FILES_BYTES - 1, 1], 'too-large'],
  ] as const)('%s', (_, sizes, problem) => {
    expect(selectionProblem(sizes)).toBe(problem);
  });
});

describe('which folder', () => {
  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['%downloads%', undefined],
    ['C:\\Klasse 5\\Übung', undefined],
    ['x'.repeat(255), undefined],
    ['x'.repeat(256), 'too-long'],
  ] as const)('%j', (folder, problem) => {
    expect(folderProblem(folder)).toBe(problem);
  });
});

describe('which patterns', () => {
  test.each([
    ['', 'empty'],
    [' , ;', 'empty'],
    ['*.docx', undefined],
    [`${'x'.repeat(255)}`, undefined],
    [`${'x'.repeat(256)}`, 'too-long'],
    [Array.from({ length: 20 }, (_, at) => `a${at}`).join(), undefined],
    [Array.from({ length: 21 }, (_, at) => `a${at}`).join(), 'too-many'],
  ] as const)('%j', (text, problem) => {
    expect(patternsProblem(text)).toBe(problem);
  });

  test('commas and semicolons part them, spaces belong to them, each counts once', () => {
    expect(filePatterns(' *.docx; my essay*.pdf,*.docx ,')).toEqual(['*.docx', 'my essay*.pdf']);
  });
});
