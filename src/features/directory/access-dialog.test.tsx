import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { awayCondition } from '#domain/devices/device-actions.ts';
import { AppError } from '#protocol/app-error.ts';
import type { DeviceAccess, SiteDevice } from '#protocol/rest/device.ts';
import { siteDevicesQuery } from '#rest/devices.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import type { ActionTarget } from '../action-bar/action-target.ts';
import { type AccessAction, AccessForm } from './access-dialog.tsx';

afterEach(() => vi.restoreAllMocks());

const SINCE = '2026-11-02T08:00:00.000Z';
const device = (id: string, shutOutAt?: string): SiteDevice => ({
  id,
  hostname: `Name of ${id}`,
  type: 'linuxAgent',
  version: '',
  client: null,
  groups: [],
  ...(shutOutAt && { shutOutAt }),
});
const target = ({ id, hostname, type, shutOutAt }: SiteDevice): ActionTarget => ({
  key: id,
  recipient: undefined,
  userId: undefined,
  deviceId: id,
  name: hostname,
  condition: { ...awayCondition(type), ...(shutOutAt && { isShutOut: true }) },
});

function show(
  action: AccessAction,
  devices: readonly SiteDevice[],
  send: (id: string, isShutOut: boolean) => Promise<DeviceAccess>,
) {
  const shown = vi.spyOn(toasts, 'show').mockImplementation(() => () => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const onClose = vi.fn();
  const client = new QueryClient();
  const { queryKey } = siteDevicesQuery();
  client.setQueryData(queryKey, { rows: [...devices], isComplete: true });
  render(
    <QueryClientProvider client={client}>
      <AccessForm
        action={action}
        place={{ kind: 'list', of: 'devices' }}
        targets={devices.map(target)}
        onClose={onClose}
        send={send}
      />
    </QueryClientProvider>,
  );
  const rows = () => client.getQueryData(queryKey)?.rows.map(({ id, shutOutAt }) => [id, shutOutAt]);
  return { user: userEvent.setup(), onClose, rows, shown };
}

test('tells what follows before a device is shut out, and the list shows it at once', async () => {
  const { user, onClose, rows, shown } = show('shutOut', [device('d1')], async (id, isShutOut) => ({
    id,
    shutOutAt: isShutOut ? SINCE : null,
  }));
  expect(screen.getByText('Shut out Name of d1?')).toBeDefined();
  expect(screen.getByText(/signed out at once and cannot connect/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Shut out' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(rows()).toEqual([['d1', SINCE]]);
  expect(shown).toHaveBeenCalledWith({ type: 'success', text: 'Name of d1 is shut out' });
});

test('lets in those that are shut out, and no others of the selection', async () => {
  const sent: unknown[] = [];
  const all = [device('d1', SINCE), device('d2'), device('d3', SINCE)];
  const { user, onClose, rows } = show('letIn', all, async (id, isShutOut) => {
    sent.push([id, isShutOut]);
    return { id, shutOutAt: null };
  });
  expect(screen.getByText('Let 2 devices in again?')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Let in' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent).toEqual([
    ['d1', false],
    ['d3', false],
  ]);
  expect(rows()).toEqual([
    ['d1', null],
    ['d2', undefined],
    ['d3', null],
  ]);
});

test('devices that could not be changed stay, for another try', async () => {
  let isRefused = true;
  const sent: string[] = [];
  const { user, onClose, rows } = show('shutOut', [device('d1'), device('d2')], async (id) => {
    sent.push(id);
    if (id === 'd2' && isRefused) throw new AppError('forbidden', 'no');
    return { id, shutOutAt: SINCE };
  });
  await user.click(screen.getByRole('button', { name: 'Shut out' }));
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe(
      '1 of 2 could not be changed. Your account may not shut devices out.',
    ),
  );
  expect(onClose).not.toHaveBeenCalled();
  expect(rows()).toEqual([
    ['d1', SINCE],
    ['d2', undefined],
  ]);
  isRefused = false;
  await user.click(screen.getByRole('button', { name: 'Shut out' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent).toEqual(['d1', 'd2', 'd2']);
});
