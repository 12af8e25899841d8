import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { useSaving } from './use-saving.ts';

/** A form whose saving is answered by hand. */
function form() {
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const send = vi.fn(
    (_: string) => new Promise<void>((resolve, reject) => answers.push({ resolve, reject })),
  );
  const { result } = renderHook(() => useSaving(send, { forbidden: 'Only maintainers may.' }));
  return { result, send, answers };
}

test('while it is being saved nothing is sent a second time', async () => {
  const { result, send, answers } = form();
  const outcomes: boolean[] = [];
  await act(async () => void result.current.save('first').then((isSaved) => outcomes.push(isSaved)));
  expect(result.current.isSaving).toBe(true);
  await act(async () => void result.current.save('second').then((isSaved) => outcomes.push(isSaved)));
  await act(async () => answers[0]?.resolve());
  expect(send).toHaveBeenCalledExactlyOnceWith('first');
  expect(outcomes).toEqual([false, true]);
  expect(result.current.isSaving).toBe(false);
});

test('a failure is said in the words of the form until the next attempt', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { result, answers } = form();
  await act(async () => void result.current.save('first'));
  await act(async () => answers[0]?.reject(new AppError('forbidden', 'no')));
  expect(result.current.why).toBe('Only maintainers may.');
  await act(async () => void result.current.save('again'));
  expect(result.current.why).toBeUndefined();
  await act(async () => answers[1]?.resolve());
  expect(result.current.state).toEqual({ name: 'editing' });
});
