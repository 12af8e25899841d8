import { expect, test } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { textOfFailure } from './route-error.tsx';

test('a failure is said in words, never with its own text', () => {
  expect(textOfFailure(new AppError('unreachable', 'ECONNREFUSED 127.0.0.1'))).toMatch(/does not answer/);
  expect(textOfFailure(new AppError('conflict', 'row 5'))).toMatch(/unexpected/);
  expect(textOfFailure(new Error('boom'))).not.toContain('boom');
});
