import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as Comlink from 'comlink';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { systemClock } from '#protocol/clock.ts';
import { inventoryClient } from '#rest/inventory/inventory-client.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { consoleSession } from '#session/console-session.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { createInventoryWorker } from '../../../../workers/inventory/create-inventory-worker.ts';
import { HardwareTab } from './hardware-tab.tsx';
import { SoftwareTab } from './software-tab.tsx';

const recordOf = (n: number, software: object[]) => ({
  id: `d${String(n).padStart(2, '0')}`,
  updated: new Date(2024, 2, 5, 15, n).toISOString(),
  inventoryResults: {
    type: 'windowsAgent',
    system: [{ computer_name: `PC-${n}`, physical_memory: String(8 * 1024 ** 3) }],
    os: [{ version: '11 24H2' }],
  },
  softwareResults: { software, drivers: [] },
});

let records: ReturnType<typeof recordOf>[];
let status: number;

/** The worker of the tab in the thread of the test, with a platform that has these records. */
class WorkerHere {
  readonly #port: MessagePort;
  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const worker = createInventoryWorker({
      fetch: async (input) => {
        const ids = new URL(input).searchParams.get('ids')?.split(',');
        if (status !== 200) return Response.json({ code: 'x', message: 'no' }, { status });
        return Response.json(records.filter(({ id }) => ids?.includes(id) ?? true));
      },
      openCopy: () => ({
        read: async () => undefined,
        write: async () => {},
        forget: async () => {},
        isOld: () => false,
      }),
      clock: systemClock,
    });
    Comlink.expose(worker, port2 as unknown as Comlink.Endpoint);
  }
  postMessage(message: unknown, transfer?: []) {
    this.#port.postMessage(message, transfer);
  }
  addEventListener(type: string, listener: () => void) {
    this.#port.addEventListener(type as 'message', listener);
    this.#port.start();
  }
  removeEventListener(type: string, listener: () => void) {
    this.#port.removeEventListener(type as 'message', listener);
  }
  terminate() {
    this.#port.close();
  }
}

beforeEach(() => {
  vi.stubGlobal('Worker', WorkerHere);
  vi.stubGlobal('MessageChannel', MessageChannel);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  localStorage.setItem('REST_URL', 'http://rest');
  status = 200;
  records = Array.from({ length: 12 }, (_, n) =>
    recordOf(n + 1, n === 0 ? [] : [{ name: 'Writer', publisher: n > 8 ? 'Office' : '', version: `${n}` }]),
  );
  session.state = signedIn({ roles: ['consoleUser', 'groupMaintainer'] });
});
afterEach(() => {
  act(() => inventoryClient.end());
  session.state = { name: 'unknown' };
  vi.restoreAllMocks();
});

const searchSchema = v.object({
  tab: v.string(),
  view: v.optional(v.string()),
  filter: v.optional(v.string()),
  page: v.optional(v.number()),
});

function open(tab: 'software' | 'hardware', search = '') {
  const root = createRootRoute({ component: Outlet });
  const shell = createRoute({ getParentRoute: () => root, id: 'console', component: Outlet });
  const clients = createRoute({
    getParentRoute: () => shell,
    path: 'clients',
    validateSearch: searchSchema,
    component: tab === 'software' ? SoftwareTab : HardwareTab,
  });
  const router = createRouter({
    routeTree: root.addChildren([shell.addChildren([clients])]),
    history: createMemoryHistory({ initialEntries: [`/clients?tab=${tab}${search}`] }),
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return {
    user: userEvent.setup(),
    href: () => router.state.location.href,
    back: () => act(async () => router.history.back()),
  };
}
const show = (tab: 'software' | 'hardware') => open(tab).user;
const rows = () => screen.getAllByRole('row').slice(1);
const texts = () => rows().map(({ textContent }) => textContent);

test('devices are shown by tens, and open what is installed on them', async () => {
  const user = show('software');
  await screen.findByRole('row', { name: 'PC-1' });
  expect(rows()).toHaveLength(10);
  expect(texts()[1]).toContain('March 5, 2024, 3:02 PM');
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await screen.findByRole('row', { name: 'PC-12' });
  expect(rows()).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'PC-12' }));
  const dialog = await screen.findByRole('dialog', { name: 'Selected device software' });
  expect(await within(dialog).findByRole('row', { name: 'Writer Office 11' })).toBeDefined();
  await user.click(within(dialog).getByRole('tab', { name: 'Drivers' }));
  expect(within(dialog).getByText('No device drivers data')).toBeDefined();
});

test('a device that has said nothing of its software says so', async () => {
  const user = show('software');
  await user.click(await screen.findByRole('button', { name: 'PC-1' }));
  expect(await screen.findByText('Device did not provide any data')).toBeDefined();
});

test.each([
  ['software', 'No devices software data'],
  ['software&view=programs', 'No device programs data'],
  ['software&view=drivers', 'No device drivers data'],
  ['hardware', 'No devices hardware data'],
])('where nothing was reported, %s says: %s', async (address, text) => {
  records = [];
  const [tab = '', view = ''] = address.split('&');
  open(tab as 'software' | 'hardware', view && `&${view}`);
  expect(await screen.findByText(text)).toBeDefined();
});

test('the views of the software, and by what each is grouped', async () => {
  const user = show('software');
  await screen.findByRole('row', { name: 'PC-1' });
  const titles = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent);
  expect(titles('tab')).toEqual(['Software Info', 'Programs', 'Drivers']);
  await user.click(screen.getByRole('tab', { name: 'Programs' }));
  await screen.findByRole('combobox', { name: 'Group by' });
  expect(titles('option')).toEqual(['None', 'Publisher']);
  await user.click(screen.getByRole('tab', { name: 'Drivers' }));
  await waitFor(() => expect(titles('option')).toEqual(['None', 'Class', 'Provider']));
});

test('the names of devices cannot be hidden from the software', async () => {
  const user = show('software');
  await user.click(await screen.findByRole('button', { name: 'Column Visibility' }));
  const boxes = within(screen.getByRole('dialog')).getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map(({ disabled }) => disabled)).toEqual([false, true, false, false]);
  expect(boxes[1]?.labels?.[0]?.textContent).toBe('NameAlways shown');
});

test('where a program is installed is headed by the beginning of its name', async () => {
  const name = 'Writer '.repeat(20).trim();
  records = [recordOf(1, [{ name, publisher: 'Office', version: '1' }])];
  const { user } = open('software', '&view=programs');
  await user.click(await screen.findByRole('button', { name }));
  expect(screen.getByRole('dialog').getAttribute('aria-label')).toBe(`${name.slice(0, 47)}…`);
  expect(await screen.findByRole('row', { name: 'PC-1 1' })).toBeDefined();
});

test('programs are grouped by publisher, and drivers say that there are none', async () => {
  const user = show('software');
  await user.click(await screen.findByRole('tab', { name: 'Programs' }));
  await screen.findAllByRole('row', { name: 'Writer' });
  expect(texts()).toHaveLength(2);
  await user.selectOptions(screen.getByLabelText('Group by'), 'Publisher');
  await expect
    .poll(() => texts())
    .toEqual(['Not specified', 'WriterNot specified8', 'Office', 'WriterOffice3']);
  await user.click(screen.getByRole('tab', { name: 'Drivers' }));
  expect(await screen.findByText('No device drivers data')).toBeDefined();
});

test('the address has the view, the filter and the page: a reload and the way back find them again', async () => {
  const { user, href, back } = open('software', '&filter=pc-1&page=2');
  // Of PC-1, PC-10, PC-11 and PC-12 there is one page only.
  await screen.findByRole('row', { name: 'PC-12' });
  const field = screen.getByRole<HTMLInputElement>('searchbox');
  expect(field.value).toBe('pc-1');
  expect(rows()).toHaveLength(4);
  await user.clear(field);
  await waitFor(() => expect(href()).toBe('/clients?tab=software'));
  await waitFor(() => expect(rows()).toHaveLength(10));
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(href()).toBe('/clients?tab=software&page=2');
  await user.type(field, 'pc-3');
  await waitFor(() => expect(href()).toBe('/clients?tab=software&filter=pc-3'));
  await back();
  await waitFor(() => expect(rows()).toHaveLength(10));
  expect(field.value).toBe('');
  await user.click(screen.getByRole('tab', { name: 'Programs' }));
  await waitFor(() => expect(href()).toBe('/clients?tab=software&view=programs'));
});

test('the address opens the view of drivers', async () => {
  open('software', '&view=drivers');
  expect(await screen.findByText('No device drivers data')).toBeDefined();
});

test('all devices that the filter finds are selected, on every page', async () => {
  const user = show('hardware');
  await screen.findByRole('row', { name: 'PC-1' });
  const update = screen.getByRole('button', { name: 'Update inventory' });
  expect(update.getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('checkbox', { name: 'Select all devices' }));
  expect(await screen.findByText('12 selected')).toBeDefined();
  expect(update.getAttribute('aria-disabled')).toBe('false');
});

test('which devices have not answered is said, and logged', async () => {
  vi.spyOn(consoleSession, 'freshToken').mockResolvedValue('token');
  // Nobody was ever connected there.
  vi.stubGlobal('fetch', async () => Response.json({ id: 'd02', hostname: 'PC-2', type: 'windowsAgent' }));
  const user = show('hardware');
  await user.click(await screen.findByRole('checkbox', { name: 'Select PC-2' }));
  await user.click(screen.getByRole('button', { name: 'Update inventory' }));
  expect(await screen.findByText('Inventory update finished: 0 of 1 device answered')).toBeDefined();
  expect(screen.getByText('No inventory came from PC-2.')).toBeDefined();
  expect(console.warn).toHaveBeenCalledWith('Error updating the inventory: no device was ever connected');
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('No inventory came from PC-2.')).toBeNull();
});

test('an update that could not begin says why, and is logged', async () => {
  vi.spyOn(consoleSession, 'freshToken').mockResolvedValue('token');
  vi.stubGlobal('fetch', async () => Response.json({ message: 'no', messages: [] }, { status: 403 }));
  const user = show('hardware');
  await user.click(await screen.findByRole('checkbox', { name: 'Select PC-2' }));
  await user.click(screen.getByRole('button', { name: 'Update inventory' }));
  expect(await screen.findByText('You do not have access to this.')).toBeDefined();
  expect(console.warn).toHaveBeenCalledWith('Error updating the inventory', expect.any(AppError));
});

test('a device that answers anew is read again, and its row is another', async () => {
  show('hardware');
  await screen.findByRole('row', { name: 'PC-1' });
  records = records.map((record) =>
    record.id === 'd01' ? { ...record, updated: new Date(2025, 0, 1).toISOString() } : record,
  );
  inventoryClient.changed(['d01']);
  await expect.poll(() => texts()[0], { timeout: 10_000 }).toContain('January 1, 2025, 12:00 AM');
});

test.each([
  [409, 'The inventory of this site is switched off'],
  [403, 'You do not have access to this.'],
])('where the platform answers %i, the screen says why there is nothing', async (answered, text) => {
  status = answered;
  show('hardware');
  expect(await screen.findByText(text)).toBeDefined();
});

test('the worker ends when the tutor is no maintainer any more', async () => {
  show('hardware');
  await screen.findByRole('row', { name: 'PC-1' });
  const ended = vi.spyOn(WorkerHere.prototype, 'terminate');
  act(() => {
    session.state = signedIn({ roles: ['consoleUser'] });
  });
  await expect.poll(() => ended.mock.calls.length, { timeout: 10_000 }).toBe(1);
});
