import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import type { Integration } from '#protocol/rest/integration.ts';
import { createConsentRequests } from '#session/consent-requests.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { IntegrationDialog } from './integration-dialog.tsx';

const SAVED = { id: 'i', name: 'Ours', service: 'google' as const, disabled: true };

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  toasts.state.list.length = 0;
  localStorage.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function open(integration?: Integration) {
  const clock = createFakeClock();
  const requests = createConsentRequests({ storage: () => localStorage });
  const opened = { url: '', isClosed: false };
  const rest = {
    begin: vi.fn(async () => ({ id: 'c', url: 'https://provider.example/', state: 'demo.s' })),
    finish: vi.fn(async () => 'token'),
    test: vi.fn(async (): Promise<{ message?: string }> => ({})),
    add: vi.fn(async () => SAVED),
    change: vi.fn(async () => SAVED),
    remove: vi.fn(async () => {}),
  };
  const services = {
    rest,
    requests,
    clock,
    openWindow: () => ({
      go(url: string) {
        opened.url = url;
      },
      close: () => {},
      isClosed: () => opened.isClosed,
    }),
    onStorage: () => () => {},
  };
  const onClose = vi.fn();
  const client = new QueryClient();
  client.setQueryData(['integrations'], [SAVED]);
  render(
    <QueryClientProvider client={client}>
      <IntegrationDialog integration={integration} onClose={onClose} rest={rest} services={services} />
    </QueryClientProvider>,
  );
  if (integration) return { client, clock, requests, rest, opened, onClose };
  for (const [label, value] of [
    ['Name', 'Ours'],
    ['Domain', 'school.example'],
    ['Admin e-mail', 'head@school.example'],
  ])
    fireEvent.change(screen.getByLabelText(label ?? ''), { target: { value } });
  return { client, clock, requests, rest, opened, onClose };
}

const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
    await vi.advanceTimersByTimeAsync(0);
  });
const pass = (clock: { advance(ms: number): void }, ms: number) =>
  act(async () => {
    clock.advance(ms);
    await vi.advanceTimersByTimeAsync(0);
  });

it('waits for the other window, looks each second, and saves after a test', async () => {
  const { clock, requests, rest, opened, onClose } = open();
  await press('Give consent');
  expect(opened.url).toBe('https://provider.example/');
  expect(screen.getByText('Waiting for the other window…')).toBeDefined();
  requests.answer('#state=demo.s&code=x');
  await pass(clock, 1_000);
  expect(rest.finish).toHaveBeenCalledWith('c', { state: 'demo.s', code: 'x' });
  expect(screen.getByText('The administrator gave consent.')).toBeDefined();
  await press('Save');
  expect(rest.add).not.toHaveBeenCalled();
  await press('Test connection');
  await press('Save');
  expect(rest.add).toHaveBeenCalledWith(
    expect.objectContaining({ disabled: true, config: expect.objectContaining({ tempToken: 'token' }) }),
  );
  expect(onClose).toHaveBeenCalled();
});

it('says a success for 3 s, with a message for 8 s, and a failure until the next test', async () => {
  const { rest } = open();
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await press('Test connection');
  await wait(2_900);
  expect(screen.queryByText('Connection succeeded')).not.toBeNull();
  await wait(200);
  expect(screen.queryByText('Connection succeeded')).toBeNull();
  rest.test.mockResolvedValueOnce({ message: 'Mind the gap.' });
  await press('Test connection');
  await wait(7_900);
  expect(screen.queryByText('Connection succeeded. Mind the gap.')).not.toBeNull();
  await wait(200);
  expect(screen.queryByText('Connection succeeded. Mind the gap.')).toBeNull();
  rest.test.mockRejectedValueOnce(
    new AppError('conflict', 'no', { detail: { messages: ['give consent first.'] } }),
  );
  await press('Test connection');
  await wait(60_000);
  expect(screen.getByRole('alert').textContent).toContain('Connection failed - give consent first.');
});

it('says that nothing has come after 10 s, that the window was closed, and what a provider said', async () => {
  const { clock, requests, rest, opened } = open();
  await press('Give consent');
  await pass(clock, 11_000);
  expect(screen.getByText(/Nothing has come back yet/)).toBeDefined();
  opened.isClosed = true;
  await pass(clock, 1_000);
  expect(screen.getByText(/The window was closed/)).toBeDefined();
  opened.isClosed = false;
  rest.finish.mockRejectedValueOnce(
    new AppError('conflict', 'no', { detail: { messages: ['It was denied.'] } }),
  );
  await press('Give consent again');
  requests.answer('#state=demo.s&error=access_denied');
  await pass(clock, 1_000);
  expect(screen.getByRole('alert').textContent).toContain('It was denied.');
});

const shownToasts = () => toasts.state.list.map(({ type, text }) => `${type}: ${text}`);
const isListOld = (client: QueryClient) => client.getQueryState(['integrations'])?.isInvalidated;
const refused = (message: string) => new AppError('conflict', 'no', { detail: { messages: [message] } });

it('says what keeps a test and a save from being made', async () => {
  open();
  const said = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-description');
  expect(said('Test connection')).toBeNull();
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true');
  fireEvent.change(screen.getByLabelText('Admin e-mail'), { target: { value: '' } });
  expect(said('Test connection')).toBe('Enter the domain and the admin e-mail.');
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' ' } });
  expect(said('Test connection')).toBe('Name the integration.');
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Ours' } });
  fireEvent.click(screen.getByLabelText('Microsoft'));
  expect(said('Test connection')).toBe('Enter the tenant ID.');
});

it('tells of a new one that was not saved for 3 s, and of it in the dialog until it is tried again', async () => {
  const { rest, onClose } = open();
  await press('Test connection');
  rest.add.mockRejectedValueOnce(refused('Another integration has this name.'));
  await press('Save');
  expect(shownToasts()).toEqual(['error: Another integration has this name.']);
  expect(screen.getByRole('alert').textContent).toContain(
    'The integration was not saved. Another integration has this name.',
  );
  await act(() => vi.advanceTimersByTimeAsync(2_900));
  expect(shownToasts()).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(shownToasts()).toEqual([]);
  expect(screen.getByLabelText<HTMLInputElement>('Domain').value).toBe('school.example');
  await press('Save');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(onClose).toHaveBeenCalled();
});

it('needs a change of an existing one, and reads the list again where that was not saved', async () => {
  const { client, rest, onClose } = open({
    ...SAVED,
    config: { domain: 'school.example', adminEmail: 'head@school.example' },
  });
  const save = screen.getByRole('button', { name: 'Save' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  await press('Save');
  expect(rest.change).not.toHaveBeenCalled();
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Theirs' } });
  rest.change.mockRejectedValueOnce(new AppError('unreachable', 'no'));
  expect(isListOld(client)).toBe(false);
  await press('Save');
  expect(isListOld(client)).toBe(true);
  expect(shownToasts()[0]).toBe('error: The server does not answer. Check your connection and try again.');
  expect(onClose).not.toHaveBeenCalled();
  await press('Save');
  expect(rest.change).toHaveBeenLastCalledWith('i', { name: 'Theirs' });
  expect(onClose).toHaveBeenCalled();
});
