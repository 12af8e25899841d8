import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import type { DuplicateDevice, DuplicateDevices } from '#protocol/rest/admin/duplicate-devices.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { DuplicateDevicesScreen } from './duplicate-devices-screen.tsx';
import { m } from './messages.ts';
import { SeparateDialog } from './separate-dialog.tsx';
import { UniteDialog } from './unite-dialog.tsx';

const device = (id: string, more: Partial<DuplicateDevice> = {}): DuplicateDevice => ({
  id,
  name: `PC ${id}`,
  serialNumber: null,
  lastSeen: null,
  isConnected: false,
  ...more,
});
const place = { siteId: 's', siteName: 'Riverside School' };
const SET = { ...place, reasons: ['name' as const], devices: [device('a'), device('b'), device('c')] };
const DOUBT = { ...place, reasons: ['names' as const], device: device('d'), names: ['D', 'E'], united: [] };
const UNITED = [
  { id: 'x', name: 'PC x', unitedAt: '2026-11-02T08:00:00.000Z' },
  { id: 'y', name: 'PC y', unitedAt: '2026-11-03T08:00:00.000Z' },
];

const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
afterEach(() => {
  cleanup();
  client.clear();
  toasts.state.list.length = 0;
  vi.restoreAllMocks();
});

const draw = (part: React.ReactNode) =>
  render(<QueryClientProvider client={client}>{part}</QueryClientProvider>);
function show(data: DuplicateDevices): void {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {}));
  client.setQueryData(['admin', 'duplicate-devices'], data);
  draw(<DuplicateDevicesScreen />);
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

it('lists both kinds with what is to be done, and says where there is none', () => {
  show({ mayBeOne: [SET], mayBeSeveral: [DOUBT], isWhole: false });
  const one = screen.getByRole('table', { name: m.mayBeOne });
  expect(within(one).getByText('PC b')).toBeTruthy();
  expect(within(one).getByText('Same name')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Unite PC a, PC b, PC c' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Separate PC d' })).toBeTruthy();
  expect(screen.getByText(m.notWhole)).toBeTruthy();
  cleanup();
  show({ mayBeOne: [], mayBeSeveral: [], isWhole: true });
  expect(screen.getByText(m.noneMayBeOne)).toBeTruthy();
  expect(screen.getByText(m.noneMayBeSeveral)).toBeTruthy();
});

it('unites the others with the device that stays, once it is chosen', async () => {
  const send = vi.fn(async ({ id }: { id: string }) => ({ id }));
  const close = vi.fn();
  draw(<UniteDialog set={SET} onClose={close} send={send} />);
  await press(m.uniteNow);
  expect(send).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('radio', { name: /^PC b/ }));
  await press(m.uniteNow);
  expect(send.mock.calls).toEqual([[{ id: 'b', otherId: 'a' }], [{ id: 'b', otherId: 'c' }]]);
  expect(close).toHaveBeenCalled();
  expect(toasts.state.list.map(({ text }) => text)).toEqual([m.unitedNow({ name: 'PC b' })]);
});

it('unites no devices that are connected at once, and keeps the choice when it fails', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const connected = {
    ...SET,
    devices: [device('a', { isConnected: true }), device('b', { isConnected: true })],
  };
  const send = vi.fn(async () => Promise.reject(new AppError('conflict', 'Both are connected.')));
  draw(<UniteDialog set={connected} onClose={() => {}} send={send} />);
  fireEvent.click(screen.getByRole('radio', { name: /^PC a/ }));
  await press(m.uniteNow);
  expect(send).not.toHaveBeenCalled();
  cleanup();
  draw(<UniteDialog set={SET} onClose={() => {}} send={send} />);
  fireEvent.click(screen.getByRole('radio', { name: /^PC a/ }));
  await press(m.uniteNow);
  expect(screen.getByRole('alert').textContent).toContain(m.notUnited);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^PC a/ }).checked).toBe(true);
});

it('separates the one that is chosen of several, the only one at once, and divides what was never united', async () => {
  const send = vi.fn(async () => ({ id: 'new' }));
  draw(<SeparateDialog doubt={{ ...DOUBT, united: UNITED }} onClose={() => {}} send={send} />);
  await press(m.separateNow);
  expect(send).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('radio', { name: /PC y/ }));
  await press(m.separateNow);
  cleanup();
  draw(<SeparateDialog doubt={{ ...DOUBT, united: UNITED.slice(0, 1) }} onClose={() => {}} send={send} />);
  await press(m.separateNow);
  cleanup();
  draw(<SeparateDialog doubt={DOUBT} onClose={() => {}} send={send} />);
  expect(screen.getByText(m.divideText)).toBeTruthy();
  await press(m.separateNow);
  expect(send.mock.calls).toEqual([
    [{ id: 'd', unitedId: 'y' }],
    [{ id: 'd', unitedId: 'x' }],
    [{ id: 'd' }],
  ]);
});
