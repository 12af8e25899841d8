/** The debug view on a worker that is a fake: what it shows of a report, and what it asks. */
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDebugWatch } from '#live/debug-watch.ts';
import { createFakeLiveWorker } from '#live/fakes/fake-live-worker.ts';
import { createGroupWatch, type OpenableWatch } from '#live/group-watch.ts';
import { debugWatch, liveConnection } from '#live/live-connection.ts';
import type { AskWorker } from '#live/worker/worker-attachment.ts';
import type { DebugRecord, DebugReport } from '#protocol/debug-report.ts';
import type { Demand } from '#protocol/demand.ts';
import { groupSchema, toGroup } from '#protocol/rest/group.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { DebugView } from './debug-view.tsx';

const GROUP = toGroup(v.parse(groupSchema, { id: 'g1', name: '7A', definitionName: 'deviceGroup' }));
const NOW = Date.UTC(2026, 10, 23, 9, 30);

const record = (clientId: string, more: Partial<DebugRecord> = {}): DebugRecord => ({
  clientId,
  userId: `u-${clientId}`,
  authType: 'user',
  firstSeenAt: NOW - 60_000,
  lastUpdated: NOW - 2_000,
  isOfflineByLastWill: false,
  demandsSent: [],
  feedbackReceived: {},
  wouldAppearOnline: true,
  onlineStatusChangedAt: NOW - 60_000,
  isOffline: false,
  hasInfo: true,
  deviceType: 'windowsAgent',
  ...more,
});
const EMPTY: DebugReport = { groupDemands: [], clients: [], dropped: {}, droppedOf: {} };

const DEMAND: Demand = {
  'demand-type': 'thumbnails',
  'demand-parameters': { quality: 40, width: 320, height: 180 },
  frequency: 5_000,
  TTL: 600_000,
};

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function show(first: DebugReport, soughtId?: string) {
  const fake = createFakeLiveWorker();
  const ask: AskWorker = async (call) => call(fake.worker, 'tab');
  let report = first;
  fake.answers.debug = async () => report;
  vi.spyOn(liveConnection, 'createWatch').mockReturnValue(createGroupWatch({ ask }));
  vi.spyOn(liveConnection, 'openWatch').mockImplementation((watch, request) => {
    (watch as OpenableWatch).open(request);
    return () => {};
  });
  // For the links alone: nothing is opened.
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  const watching = createDebugWatch({ ask });
  vi.spyOn(debugWatch, 'watch').mockImplementation(watching.watch);
  vi.spyOn(debugWatch, 'clear').mockImplementation(watching.clear);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterContextProvider router={router}>
        <DebugView group={GROUP} soughtId={soughtId} />
      </RouterContextProvider>
    </QueryClientProvider>,
  );
  await pass(0);
  return {
    /** What the worker was asked since the last time, other than for reports. */
    asked: () => fake.take().filter((call) => !call.startsWith('debug ')),
    async next(more: DebugReport) {
      report = more;
      await pass(1_000);
    },
  };
}

const cardOf = (clientId: string) => {
  const card = screen.getByRole('heading', { name: clientId }).closest('li');
  if (!card) throw new Error(`there is no card of ${clientId}`);
  return within(card);
};
const flags = (clientId: string) =>
  within(cardOf(clientId).getByRole('list', { name: 'Flags' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const line = (clientId: string, title: string) =>
  cardOf(clientId).getByText(title, { selector: 'dt' }).nextElementSibling?.textContent;
const statistic = (title: string) => screen.getByText(title).nextElementSibling?.textContent;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('says what it is, and leads back to the group', async () => {
  await show(EMPTY);
  expect(screen.getByRole('heading', { level: 1, name: 'Debug View - 7A' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Back to Group' }).getAttribute('href')).toBe('/group/g1');
  expect(screen.getByText('No group demands sent yet')).toBeDefined();
  expect(screen.getByText('Clients appear here when they send ping messages or feedback.')).toBeDefined();
});

test('says in words what was dropped, the most frequent first, with the code for who reads a log', async () => {
  await show({ ...EMPTY, dropped: { schema: 2, 'of tomorrow': 1, 'too-large': 7 } });
  const list = screen.getByRole('heading', { name: 'Messages dropped' }).nextElementSibling as HTMLElement;
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['7 × too large (too-large)', '2 × not as the protocol says (schema)', '1 × of tomorrow']);
});

test('whoever comes for one client is led to its card', async () => {
  const scrolled: string[] = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled.push(this.querySelector('h3')?.textContent ?? '');
  };
  const { next } = await show(EMPTY, 'c2');
  await next({ ...EMPTY, clients: [record('c1'), record('c2')] });
  await next({ ...EMPTY, clients: [record('c1'), record('c2')] });
  expect(scrolled).toEqual(['c2']);
  expect(document.activeElement?.querySelector('h3')?.textContent).toBe('c2');
});

test('counts clients, those that are online and those with info', async () => {
  await show({
    ...EMPTY,
    clients: [
      record('c1'),
      record('c2', { hasInfo: false, wouldAppearOnline: false }),
      record('c3', { isOffline: true, wouldAppearOnline: false }),
      record('c4', { isOfflineByLastWill: true, wouldAppearOnline: false }),
    ],
  });
  expect(statistic('Total Clients Seen')).toBe('4');
  expect(statistic('Clients Online')).toBe('2');
  expect(statistic('Clients with Info')).toBe('3');
});

test('a card tells everything that is known of a client', async () => {
  await show({
    ...EMPTY,
    clients: [
      record('c1', {
        hostname: 'PC-1',
        userName: 'Ada',
        deviceId: 'd1',
        lastPingReceived: NOW - 4_000,
        lastWillReceived: NOW - 120_000,
        feedbackReceived: { info: 1, statuses: 6 },
        demandsSent: [{ demand: DEMAND, at: NOW - 30_000, times: 1 }],
      }),
      record('c2', { authType: 'session', isOffline: true, deviceType: 'unknown' }),
    ],
  });
  expect(cardOf('c1').getByText('ONLINE')).toBeDefined();
  expect(line('c1', 'Auth type')).toBe('user');
  expect(line('c1', 'Device type')).toBe('Windows');
  expect(line('c1', 'Hostname')).toBe('PC-1');
  expect(line('c1', 'User')).toBe('Ada');
  expect(line('c1', 'Device')).toBe('d1');
  expect(line('c1', 'Last ping')).toMatch(/\(4 s ago\)$/);
  expect(line('c1', 'Last will')).toMatch(/\(2 min ago\)$/);
  expect(line('c1', 'Feedback received')).toBe('info 1, statuses 6');
  expect(line('c1', 'Client-specific demands sent')).toMatch(
    /thumbnails · every 5 s · quality 40, 320 × 180$/,
  );
  expect(cardOf('c2').getByText('OFFLINE')).toBeDefined();
  expect(line('c2', 'User')).toBe('u-c2');
  expect(line('c2', 'Last will')).toBe('Never');
  expect(line('c2', 'Client-specific demands sent')).toBe('None');
});

test('the flags follow the clock, also without a new report', async () => {
  await show({ ...EMPTY, clients: [record('c1', { lastUpdated: NOW - 14_000 })] });
  expect(flags('c1')).toEqual(['Info: Y', 'Online: Y', 'Visible: Y', '15s: Y', '30s: Y']);
  await pass(2_000);
  expect(flags('c1')).toEqual(['Info: Y', 'Online: Y', 'Visible: Y', '15s: N', '30s: Y']);
  await pass(15_000);
  expect(flags('c1')).toEqual(['Info: Y', 'Online: Y', 'Visible: Y', '15s: N', '30s: N']);
});

test('a last will takes a client offline and a ping brings it back', async () => {
  const { next } = await show({
    ...EMPTY,
    clients: [record('c1', { isOfflineByLastWill: true, wouldAppearOnline: false })],
  });
  expect(flags('c1').slice(0, 3)).toEqual(['Info: Y', 'Online: N', 'Visible: N']);
  await next({ ...EMPTY, clients: [record('c1', { lastPingReceived: NOW })] });
  expect(flags('c1').slice(0, 3)).toEqual(['Info: Y', 'Online: Y', 'Visible: Y']);
});

test('group demands are listed with the newest first', async () => {
  const demands = ['info', 'statuses'].map((type, i) => ({
    demand: { ...DEMAND, 'demand-type': type as 'info', 'demand-parameters': {}, frequency: 0 },
    at: NOW + i * 1_000,
    times: 1 + 2 * i,
  }));
  await show({ ...EMPTY, groupDemands: demands });
  const section = within(screen.getByRole('region', { name: 'Group Demands Sent' }));
  expect(
    section.getAllByRole('listitem').map(({ textContent }) => /statuses|info/.exec(textContent ?? '')?.[0]),
  ).toEqual(['statuses', 'info']);
  expect(section.getAllByRole('listitem').map((item) => item.textContent?.includes('3 times'))).toEqual([
    true,
    false,
  ]);
});

test('the toggles show pictures and client data, and pictures are asked for only while they are shown', async () => {
  const { asked } = await show({ ...EMPTY, clients: [record('c1')] });
  const pictures = screen.getByRole('checkbox', { name: 'Show Standard View' });
  const data = screen.getByRole('checkbox', { name: 'Show Client Data' });
  expect([pictures, data].map((box) => (box as HTMLInputElement).checked)).toEqual([false, true]);
  expect(asked().join()).not.toContain('thumbnails');
  fireEvent.click(pictures);
  await pass(0);
  expect(asked().find((call) => call.startsWith('rewatch'))).toContain('thumbnails');
  expect(screen.getByRole('list', { name: 'Standard View' })).toBeDefined();
  fireEvent.click(pictures);
  await pass(0);
  expect(asked().find((call) => call.startsWith('rewatch'))).not.toContain('thumbnails');
  fireEvent.click(data);
  expect(screen.queryByRole('heading', { name: 'c1' })).toBeNull();
});

test('Clear All Debug Data clears the worker’s account and reads it again at once', async () => {
  const { asked } = await show({ ...EMPTY, clients: [record('c1')] });
  asked();
  fireEvent.click(screen.getByRole('button', { name: 'Clear All Debug Data' }));
  await pass(0);
  expect(asked()).toEqual(['clearDebug tab {"groupId":"g1"}']);
});

test('Refresh online devices asks once and shows its spinner for two seconds', async () => {
  const { asked } = await show(EMPTY);
  asked();
  const button = screen.getByRole('button', { name: 'Refresh online devices' });
  fireEvent.click(button);
  fireEvent.click(button);
  await pass(1_900);
  expect(asked().filter((call) => call.startsWith('refresh'))).toHaveLength(1);
  expect(screen.getByRole('status').textContent).toBe('Devices are asked again…');
  await pass(100);
  expect(screen.queryByRole('status')).toBeNull();
});

test('a card says why its device is dark, and what to do next', async () => {
  await show({ ...EMPTY, clients: [record('c1')] });
  expect(cardOf('c1').queryByText(/./, { selector: 'p' })).toBeNull();
  act(() => liveConnection.connection.set({ name: 'connected', since: NOW - 60_000 }));
  expect(
    cardOf('c1').getByText('Updates are paused while it is out of view. Open the group or the device.'),
  ).toBeDefined();
  act(() => liveConnection.connection.set({ name: 'disconnecting' }));
  expect(cardOf('c1').getByText(/^This console is not connected since \d\d?:\d\d( [AP]M)?\./)).toBeDefined();
  act(() => liveConnection.connection.set({ name: 'connecting', attempt: 1 }));
});
