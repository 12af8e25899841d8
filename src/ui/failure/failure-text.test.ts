import { expect, test } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { failureText } from './failure-text.ts';

test('a failure is said in words, never with its own text', () => {
  expect(failureText(new AppError('unreachable', 'ECONNREFUSED 127.0.0.1'))).toMatch(/does not answer/);
  expect(failureText(new AppError('conflict', 'row 5'))).toMatch(/unexpected/);
  expect(failureText(new Error('boom'))).not.toContain('boom');
});

test('what the platform says of a request is shown, and nothing that it says of itself', () => {
  const detail = { messages: ['The site has no devices with these ids: m9.'] };
  expect(failureText(new AppError('invalid', 'no', { detail }))).toBe(detail.messages[0]);
  expect(failureText(new AppError('conflict', 'no', { detail }))).toBe(detail.messages[0]);
  expect(failureText(new AppError('server', 'no', { detail: { ...detail, status: 429 } }))).toBe(
    detail.messages[0],
  );
  expect(failureText(new AppError('server', 'no', { detail: { messages: ['stack'], status: 500 } }))).toMatch(
    /Wait a moment/,
  );
});

test('a screen may have words of its own for some', () => {
  const own = { forbidden: 'Only maintainers may do this.', other: 'Press Send again.' };
  expect(failureText(new AppError('forbidden', 'no'), own)).toBe('Only maintainers may do this.');
  expect(failureText(new Error('boom'), own)).toBe('Press Send again.');
  expect(failureText(new AppError('not-found', 'no'), own)).toMatch(/does not exist/);
});
