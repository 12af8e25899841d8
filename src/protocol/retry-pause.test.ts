import { expect, it } from 'vitest';
import { AppError } from './app-error.ts';
import { retryPauseMs } from './retry-pause.ts';

const refused = (retryAfter?: number) =>
  new AppError('server', 'busy', {
    detail: { status: 429, ...(retryAfter !== undefined && { retryAfter }) },
  });

it('is one’s own pause where nothing else was asked for', () => {
  expect(retryPauseMs(new Error('gone'), 500, () => 0)).toBe(500);
  expect(retryPauseMs(refused(), 500, () => 0)).toBe(500);
  expect(retryPauseMs(refused(1), 4_000, () => 0)).toBe(4_000);
});

it('is the one that was asked for, drawn out so that not all come back at once', () => {
  expect(retryPauseMs(refused(15), 500, () => 0)).toBe(15_000);
  expect(retryPauseMs(refused(15), 500, () => 0.999)).toBeGreaterThan(18_000);
  expect(retryPauseMs(refused(15), 500, () => 0.999)).toBeLessThanOrEqual(18_750);
});

it('is no longer than five minutes and a bit, whatever was asked for', () => {
  expect(retryPauseMs(refused(86_400), 500, () => 0)).toBe(300_000);
});
