import { expect, test } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { createRefreshPauses } from './refresh-pauses.ts';

test('after a long outage whoever needs a token waits only as long as the starting platform asks for', () => {
  let now = 0;
  const pauses = createRefreshPauses({ clock: { now: () => now }, random: () => 0 });
  const away = new AppError('unreachable', 'no answer');
  for (let attempt = 0; attempt < 8; attempt += 1) pauses.after(away);
  expect(pauses.isAskedFor()).toBe(false);
  const starting = new AppError('server', 'starting', { detail: { status: 503, retryAfter: 1 } });
  expect(pauses.after(starting)).toBe(30_000);
  expect(pauses.isAskedFor()).toBe(true);
  now = 1_000;
  expect(pauses.isAskedFor()).toBe(false);
});
