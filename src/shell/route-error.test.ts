import { expect, test } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { isChunkError, textOfFailure } from './route-error.tsx';

test('a missing part of the program is told from other failures', () => {
  const named = new Error('loading chunk 5 failed');
  named.name = 'ChunkLoadError';
  expect(isChunkError(named)).toBe(true);
  expect(isChunkError(new TypeError('Failed to fetch dynamically imported module: http://x/a.js'))).toBe(
    true,
  );
  expect(isChunkError(new TypeError('error loading dynamically imported module'))).toBe(true);
  expect(isChunkError(new TypeError('Importing a module script failed.'))).toBe(true);
  expect(isChunkError(new TypeError('x is undefined'))).toBe(false);
});

test('a failure is said in words, never with its own text', () => {
  expect(textOfFailure(new AppError('unreachable', 'ECONNREFUSED 127.0.0.1'))).toMatch(/does not answer/);
  expect(textOfFailure(new AppError('conflict', 'row 5'))).toMatch(/unexpected/);
  expect(textOfFailure(new Error('boom'))).not.toContain('boom');
});
