/** The tab of the devices, on a watch whose worker is a fake: what is seen, and what the worker is asked for. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Info } from '#protocol/feedback.ts';
import type { ClientChange, WatchRequest, WatchView } from '#protocol/live-worker.ts';
import { groupSchema, toGroup } from '#protocol/rest/group.ts';
import { createFakeLiveWorker } from '../../live/fakes/fake-live-worker.ts';
import { createGroupWatch } from '../../live/group-watch.ts';
import { liveConnection } from '../../live/live-connection.ts';
import { appliedPoliciesQuery, memberPoliciesQuery } from '../../rest/policies.ts';
import { createQueryClient } from '../../rest/query-client.ts';
import { signedIn } from '../../session/fakes/signed-in.ts';
import { session } from '../../session/session-state.ts';
import { DevicesTab } from './devices-tab.tsx';
import { groupView } from './group-view.ts';

const GROUP = toGroup(v.parse(groupSchema, { id: 'g1', name: '7A', definitionName: 'deviceGroup' }));

const info = (hostname: string, name: string) =>
  ({
    type: 'windowsAgent',
    version: '1',
    displays: [],
    device: { hostname },
    user: { id: name, name },
  }) as unknown as Info;
const client = (clientId: string, user: string, hostname: string): ClientChange => ({
  ...{ clientId, userId: user, authType: 'user', isOffline: false, lastUpdated: 0 },
  info: info(hostname, user),
});
const ADA = client('c1', 'Ada', 'PC-2');
const BEN = client('c2', 'Ben', 'PC-1');

/** Time passes, and whatever waits for it is done. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function show() {
  const fake = createFakeLiveWorker();
  const watch = createGroupWatch({ ask: (call) => call(fake.worker, 'tab') });
  vi.spyOn(liveConnection, 'createWatch').mockReturnValue(watch);
  const queries = createQueryClient();
  queries.setQueryData(appliedPoliciesQuery({ kind: 'groups', id: 'g1' }).queryKey, []);
  queries.setQueryData(memberPoliciesQuery('g1').queryKey, []);
  render(
    <QueryClientProvider client={queries}>
      <DevicesTab group={GROUP} />
    </QueryClientProvider>,
  );
  await pass(0);
  /** What the worker was told by this name, in the order of telling, as it arrived there. */
  const told: string[] = [];
  const asked = <T,>(verb: string): T[] => {
    told.push(...fake.take());
    const start = `${verb} tab ${watch.id}`;
    const texts = told.filter((call) => call.startsWith(start)).map((call) => call.slice(start.length));
    return texts.map((text) => (text === '' ? undefined : JSON.parse(text)));
  };
  return {
    asked,
    async hear(changes: readonly ClientChange[], removed: string[] = []) {
      act(() => watch.applyChanges({ watchId: watch.id, removed, changes: [...changes] }));
      await pass(0);
    },
  };
}

const cards = () => within(screen.getByRole('list', { name: 'Devices' })).getAllByRole('checkbox');
const order = () => cards().map((box) => box.getAttribute('aria-label'));
const press = async (element: HTMLElement) => {
  fireEvent.click(element);
  await pass(0);
};
const choose = async (name: string) => {
  await press(screen.getByRole('button', { name: 'Select devices' }));
  await press(screen.getByRole('menuitem', { name }));
};
const selected = () => Object.keys(groupView.selection);

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  groupView.clearSelection();
  groupView.setSort('user');
  groupView.setZoom(30);
  session.state = signedIn();
});
afterEach(() => {
  session.state = { name: 'unknown' };
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('looks for devices for ten seconds, and then says that there are none', async () => {
  const { hear } = await show();
  expect(screen.getByText('Looking for devices…')).toBeDefined();
  await pass(9_900);
  expect(screen.getByText('Looking for devices…')).toBeDefined();
  expect(screen.queryByText('No devices connected')).toBeNull();
  await pass(100);
  expect(screen.getByText('No devices connected')).toBeDefined();
  expect(screen.queryByText('Looking for devices…')).toBeNull();
  await hear([ADA]);
  expect(screen.queryByText('No devices connected')).toBeNull();
  expect(order()).toEqual(['Select Ada, PC-2']);
});

test('a refresh is asked for once in two seconds, and the button keeps the focus', async () => {
  const { asked } = await show();
  const refresh = screen.getByRole('button', { name: 'Refresh online devices' });
  refresh.focus();
  await press(refresh);
  await press(refresh);
  expect(asked('refresh')).toHaveLength(1);
  expect(refresh.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(refresh);
  await pass(1_999);
  await press(refresh);
  expect(asked('refresh')).toHaveLength(1);
  await pass(1);
  expect(refresh.getAttribute('aria-disabled')).toBe('false');
  await press(refresh);
  expect(asked('refresh')).toHaveLength(2);
});

test('cards stand in the order of people or of devices', async () => {
  const { hear } = await show();
  await hear([BEN, ADA]);
  expect(order()).toEqual(['Select Ada, PC-2', 'Select Ben, PC-1']);
  await press(screen.getByRole('radio', { name: 'Hostname' }));
  expect(groupView.view.sort).toBe('device');
  expect(order()).toEqual(['Select Ben, PC-1', 'Select Ada, PC-2']);
  await press(screen.getByRole('radio', { name: 'User name' }));
  expect(order()).toEqual(['Select Ada, PC-2', 'Select Ben, PC-1']);
});

test('the zoom goes from 0 to 100 by 10, and many steps within a second are one request', async () => {
  const { asked } = await show();
  const slider = screen.getByRole('slider', { name: 'Zoom' });
  expect(['min', 'max', 'step', 'value'].map((name) => slider.getAttribute(name))).toEqual([
    ...['0', '100', '10', '30'],
  ]);
  expect(asked<WatchRequest>('watch').map(({ thumbnails }) => thumbnails?.quality)).toEqual([22]);
  for (const zoom of [40, 70, 100]) {
    fireEvent.change(slider, { target: { value: String(zoom) } });
    await pass(400);
  }
  expect(groupView.view.zoom).toBe(100);
  await pass(599);
  expect(asked('rewatch')).toEqual([]);
  await pass(1);
  expect(asked<WatchRequest>('rewatch').map(({ thumbnails }) => thumbnails?.quality)).toEqual([50]);
  await pass(5_000);
  expect(asked('rewatch')).toHaveLength(1);
});

test('all are selected, and none', async () => {
  const { hear } = await show();
  await hear([ADA, BEN]);
  await choose('Select All');
  expect(selected()).toEqual(['c1', 'c2']);
  expect(screen.getByText('2 selected')).toBeDefined();
  await choose('Deselect All');
  expect(selected()).toEqual([]);
  expect(screen.queryByText(/\d selected/)).toBeNull();
});

test('who has left is not selected any more, also where it was the last one', async () => {
  const { hear } = await show();
  await hear([ADA, BEN]);
  await choose('Select All');
  await hear([], ['c1']);
  expect(selected()).toEqual(['c2']);
  await hear([], ['c2']);
  expect(selected()).toEqual([]);
});

test('a selection outlives the moment in which nobody has answered yet', async () => {
  groupView.select('c1', true);
  const { hear } = await show();
  expect(selected()).toEqual(['c1']);
  await hear([ADA, BEN]);
  expect(selected()).toEqual(['c1']);
});

test('pictures that keep coming at the wrong quality lower it for five seconds', async () => {
  const { hear, asked } = await show();
  const quality = () => asked<WatchView>('look').at(-1)?.quality;
  await hear([ADA]);
  expect(quality()).toBe(22);
  await hear([{ clientId: 'c1', lowQuality: true }]);
  await pass(200);
  expect(quality()).toBe(10);
  await pass(4_799);
  expect(quality()).toBe(10);
  await pass(1);
  await pass(200);
  expect(quality()).toBe(22);
});
