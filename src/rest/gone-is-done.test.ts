import { expect, it } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { goneIsDone } from './gone-is-done.ts';

const failed = (code: 'not-found' | 'forbidden') => Promise.reject(new AppError(code, code));

it('resolves when it was deleted, now or before', async () => {
  await expect(goneIsDone(Promise.resolve())).resolves.toBeUndefined();
  await expect(goneIsDone(failed('not-found'))).resolves.toBeUndefined();
});

it('rejects when it is still there', async () => {
  await expect(goneIsDone(failed('forbidden'))).rejects.toMatchObject({ code: 'forbidden' });
  await expect(goneIsDone(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});
