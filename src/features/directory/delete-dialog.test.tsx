import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { awayCondition } from '#domain/devices/device-actions.ts';
import { AppError } from '#protocol/app-error.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import type { ActionTarget } from '../action-bar/action-target.ts';
import { DeleteForm, type DeleteServices } from './delete-dialog.tsx';

afterEach(() => vi.restoreAllMocks());

const target = (key: string, userId: string, deviceId: string): ActionTarget => ({
  key,
  recipient: undefined,
  userId,
  deviceId,
  name: `Name of ${userId}`,
  condition: awayCondition('windowsAgent'),
});

function show(of: 'users' | 'devices', targets: readonly ActionTarget[], services: Partial<DeleteServices>) {
  vi.spyOn(toasts, 'show').mockImplementation(() => () => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const onClose = vi.fn();
  const never = async () => {
    throw new Error('not asked');
  };
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient()}>
      <DeleteForm
        place={{ kind: 'list', of }}
        targets={targets}
        onClose={onClose}
        services={{ users: never, devices: never, ...services }}
      />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), onClose, unmount };
}

test('a person at two devices is deleted once, and it is said that they may come back', async () => {
  const deleted: string[] = [];
  const { user, onClose } = show('users', [target('c1', 'u1', 'd1'), target('c2', 'u1', 'd2')], {
    users: async (id) => void deleted.push(id),
  });
  expect(screen.getByText('Delete Name of u1?')).toBeDefined();
  expect(
    screen.getByText(/may be reimported if they still exist in the directory they were imported from/),
  ).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(deleted).toEqual(['u1']);
});

test('those that could not be deleted are tried again by themselves; who is gone already counts as deleted', async () => {
  const asked: string[] = [];
  let isRefused = true;
  const targets = ['d1', 'd2', 'd3'].map((id) => target(id, `u ${id}`, id));
  const { user, onClose } = show('devices', targets, {
    async devices(id) {
      asked.push(id);
      if (id === 'd1') throw new AppError('not-found', 'gone');
      if (id === 'd2' && isRefused) throw new AppError('server', 'no');
    },
  });
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('1 of 3 could not be deleted.'),
  );
  expect(onClose).not.toHaveBeenCalled();
  expect(asked.sort()).toEqual(['d1', 'd2', 'd3']);
  isRefused = false;
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(asked).toEqual(['d1', 'd2', 'd3', 'd2']);
});

test('a deletion that ends after its dialog was closed closes no other one, and says what it could not delete', async () => {
  const answers: ((error?: Error) => void)[] = [];
  const { user, onClose, unmount } = show('devices', [target('c1', 'u1', 'd1'), target('c2', 'u2', 'd2')], {
    devices: () =>
      new Promise((resolve, reject) => answers.push((error) => (error ? reject(error) : resolve()))),
  });
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  unmount();
  answers[0]?.();
  answers[1]?.(new AppError('server', 'no'));
  await waitFor(() => expect(toasts.show).toHaveBeenCalledTimes(2));
  const said = vi.mocked(toasts.show).mock.calls.map(([{ type, text }]) => [type, text]);
  expect(said).toEqual([
    ['success', expect.stringContaining('deleted')],
    ['error', expect.stringContaining('1 of 2 could not be deleted.')],
  ]);
  expect(onClose).not.toHaveBeenCalled();
});

test('a deletion that ends well after its dialog was closed closes no other one', async () => {
  const answers: (() => void)[] = [];
  const { user, onClose, unmount } = show('devices', [target('c1', 'u1', 'd1')], {
    devices: () => new Promise((resolve) => answers.push(resolve)),
  });
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  unmount();
  answers[0]?.();
  await waitFor(() => expect(toasts.show).toHaveBeenCalledOnce());
  expect(onClose).not.toHaveBeenCalled();
});
