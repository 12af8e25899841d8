/** The tab of the devices, on a watch whose worker is a fake: what is seen, and what the worker is asked for. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, createEvent, fireEvent, render, screen, within } from '@testing-library/react';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeLiveWorker } from '#live/fakes/fake-live-worker.ts';
import { createGroupWatch } from '#live/group-watch.ts';
import { liveConnection } from '#live/live-connection.ts';
import type { Info } from '#protocol/feedback.ts';
import { groupSchema, toGroup } from '#protocol/rest/group.ts';
import type { GroupMember } from '#protocol/rest/group-member.ts';
import type {
  ClientChange,
  ConnectionState,
  WatchRequest,
  WatchView,
} from '#protocol/threads/live-worker.ts';
import { groupMembersQuery } from '#rest/group-members.ts';
import { appliedPoliciesQuery, memberPoliciesQuery } from '#rest/policies.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { DevicesTab } from './devices-tab.tsx';
import { createGroupView, GroupViewContext, type GroupViewStore } from './group-view.ts';

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
  clientId,
  userId: user,
  authType: 'user',
  isOffline: false,
  lastUpdated: 0,
  info: info(hostname, user),
});
const ADA = client('c1', 'Ada', 'PC-2');
const BEN = client('c2', 'Ben', 'PC-1');

let groupView: GroupViewStore;

/** Time passes, and whatever waits for it is done. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const CONNECTED: ConnectionState = { name: 'connected', since: 0 };

const MEMBERS: readonly GroupMember[] = [
  { kind: 'device', id: 'd1', hostname: 'PC-2', type: 'windowsAgent', version: '1' },
  {
    kind: 'device',
    id: 'd3',
    hostname: 'PC-3',
    type: 'windowsAgent',
    version: '1',
    alias: 'Bo’s',
    lastSeen: null,
  },
  {
    kind: 'device',
    id: 'd4',
    hostname: 'PC-4',
    type: 'extension',
    version: '1',
    lastSeen: '2026-11-20T13:05:00Z',
  },
];

/** The queries of the group, as far as they have been answered. */
function answered(members: readonly GroupMember[] | null) {
  const queries = createQueryClient();
  queries.setQueryData(appliedPoliciesQuery({ kind: 'groups', id: 'g1' }).queryKey, []);
  queries.setQueryData(memberPoliciesQuery('g1').queryKey, []);
  const { queryKey } = groupMembersQuery('g1');
  if (members) queries.setQueryData(queryKey, [...members]);
  else void queries.prefetchQuery({ queryKey, queryFn: () => new Promise<GroupMember[]>(() => {}) });
  return queries;
}

/** No device comes for so long that the others are waited for no longer. */
const QUIET_MS = 300;

async function show(members: readonly GroupMember[] | null = [], group = GROUP) {
  const fake = createFakeLiveWorker();
  const watch = createGroupWatch({ ask: (call) => call(fake.worker, 'tab') });
  vi.spyOn(liveConnection, 'createWatch').mockReturnValue(watch);
  const queries = answered(members);
  render(
    <QueryClientProvider client={queries}>
      <GroupViewContext value={groupView}>
        <DevicesTab group={group} />
      </GroupViewContext>
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
    queries,
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
  groupView = createGroupView(() => localStorage);
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

test('without a connection claims nothing of devices, and says since when nobody is heard', async () => {
  await show();
  act(() => liveConnection.connection.set({ name: 'connected', since: 0 }));
  act(() =>
    liveConnection.connection.set({
      name: 'reconnecting',
      attempt: 1,
      code: 'broker-silent',
      message: '',
      everConnected: true,
    }),
  );
  await pass(20_000);
  expect(screen.queryByText('No devices connected')).toBeNull();
  expect(screen.getByText(/^Not connected – last heard at \d/)).toBeDefined();
  act(() => liveConnection.connection.set({ name: 'connected', since: 0 }));
  expect(screen.queryByText(/^Not connected/)).toBeNull();
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

test('another order leaves the selection and the cards as they are', async () => {
  const { hear } = await show();
  await hear([BEN, ADA]);
  const [ada] = cards();
  await press(screen.getByRole('checkbox', { name: 'Select Ada, PC-2' }));
  await press(screen.getByRole('radio', { name: 'Hostname' }));
  expect(selected()).toEqual(['c1']);
  expect(cards()[1]).toBe(ada);
});

test('no card moves while somebody writes an alias, and all are in order afterwards', async () => {
  const { hear } = await show();
  await hear([ADA, BEN]);
  await press(screen.getByRole('button', { name: 'Set an alias for Ben' }));
  const field = screen.getByRole('textbox', { name: 'Alias of Ben' });
  act(() => field.focus());
  const zoe = { ...info('PC-2', 'Ada'), alias: 'Zoe' };
  await hear([{ ...ADA, info: zoe }, client('c0', 'Abe', 'PC-0')]);
  expect(order()).toEqual(['Select Zoe, PC-2', 'Select Ben, PC-1', 'Select Abe, PC-0']);
  expect(document.activeElement).toBe(field);
  fireEvent.keyDown(field, { key: 'Escape' });
  await pass(0);
  expect(order()).toEqual(['Select Abe, PC-0', 'Select Ben, PC-1', 'Select Zoe, PC-2']);
});

test('a card that goes while somebody writes on it holds nothing', async () => {
  const { hear } = await show();
  await hear([ADA, BEN]);
  await press(screen.getByRole('button', { name: 'Set an alias for Ben' }));
  act(() => screen.getByRole('textbox', { name: 'Alias of Ben' }).focus());
  await hear([client('c0', 'Abe', 'PC-0')], ['c2']);
  expect(order()).toEqual(['Select Abe, PC-0', 'Select Ada, PC-2']);
});

test('the zoom goes from 0 to 100 by 10, and many steps within a second are one request', async () => {
  const { asked } = await show();
  const slider = screen.getByRole('slider', { name: 'Zoom' });
  expect(['min', 'max', 'step', 'value'].map((name) => slider.getAttribute(name))).toEqual([
    ...['0', '100', '10', '0'],
  ]);
  expect(asked<WatchRequest>('watch').map(({ thumbnails }) => thumbnails?.quality)).toEqual([10]);
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

test('a selected device that was away for a while is selected again, and the count says that it will be', async () => {
  const said = () => screen.queryByText(/\d selected/)?.textContent;
  const { hear } = await show();
  await hear([ADA, BEN]);
  await choose('Select All');
  await hear([], ['c1']);
  expect(said()).toBe('1 selected, 1 reconnecting');
  await pass(890_000);
  await hear([ADA]);
  expect(selected()).toEqual(['c2', 'c1']);
  expect(said()).toBe('2 selected');
  await hear([], ['c1', 'c2']);
  expect(said()).toBe('0 selected, 2 reconnecting');
  await pass(900_001);
  expect(said()).toBeUndefined();
  await hear([ADA, BEN]);
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
  groupView.setZoom(30);
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

const inClass = (clientId: string, user: string, hostname: string, deviceId: string): ClientChange => {
  const change = client(clientId, user, hostname);
  return { ...change, info: { ...change.info, deviceId } as Info };
};
const ada = inClass('c1', 'Ada', 'PC-2', 'd1');
const titles = () =>
  within(screen.getByRole('list', { name: 'Devices' }))
    .getAllByRole('listitem')
    .map((card) => card.textContent ?? '');

test('who is missing stands among the others, once somebody has answered, and says since when', async () => {
  const { hear } = await show(MEMBERS);
  expect(screen.queryByRole('list', { name: 'Devices' })).toBeNull();
  await hear([ada, BEN]);
  await pass(QUIET_MS);
  const [first, second, third, fourth] = titles();
  expect(first).toContain('Ada');
  expect(second).toContain('Ben');
  expect(third).toBe(
    'Bo’sPC-3Never seen yet It has never enrolled. Install the agent on it with the secret of this site.',
  );
  expect(fourth).toMatch(/^PC-4.*Not here. Last seen .*20.* 2026, /);
  expect(screen.getByRole('button', { name: '2 of 4 here' }).getAttribute('aria-pressed')).toBe('true');
  await press(screen.getByRole('button', { name: '2 of 4 here' }));
  expect(titles()).toHaveLength(2);
  expect(createGroupView(() => localStorage).view.withAbsent).toBe(false);
});

test('in a group of hundreds the few who are here are not lost among the absent, until somebody asks for those', async () => {
  const many = Array.from(
    { length: 80 },
    (_, index) => ({ ...MEMBERS[2], id: `other-${index}` }) as (typeof MEMBERS)[number],
  );
  const { hear } = await show([...MEMBERS, ...many]);
  await hear([ada]);
  await pass(QUIET_MS);
  expect(titles()).toHaveLength(1);
  const toggle = screen.getByRole('button', { name: /^1 of \d+ here$/ });
  expect(toggle.getAttribute('aria-pressed')).toBe('false');
  await press(toggle);
  await pass(0);
  await pass(0);
  expect(titles()).toHaveLength(83);
});

const grid = () => screen.queryByRole('list', { name: 'Devices' });

test('no card is drawn before it is known who belongs to the group, for four seconds at most', async () => {
  const { hear, queries } = await show(null);
  await hear([ada]);
  await pass(3_900);
  expect(grid()).toBeNull();
  expect(screen.getByText('Looking for devices…')).toBeDefined();
  await pass(100);
  expect(titles()).toHaveLength(1);
  act(() => queries.setQueryData(groupMembersQuery('g1').queryKey, [...MEMBERS]));
  await pass(0);
  expect(titles()).toHaveLength(3);
});

test('in the order of people, computers that come one after the other are drawn together', async () => {
  const { hear } = await show(MEMBERS);
  await hear([inClass('c4', 'Zoe', 'PC-4', 'd4')]);
  await pass(200);
  await hear([ada]);
  await pass(200);
  expect(grid()).toBeNull();
  await pass(100);
  expect(order()).toEqual(['Select Ada, PC-2', 'Select Bo’s, PC-3, not here', 'Select Zoe, PC-4']);
});

test('computers that keep coming are waited for two seconds at most', async () => {
  const { hear } = await show(MEMBERS);
  for (const at of [0, 1, 2, 3, 4, 5, 6, 7]) {
    expect(grid()).toBeNull();
    await hear([client(`guest-${at}`, `Guest ${at}`, `PC-1${at}`)]);
    await pass(250);
  }
  expect(titles()).toHaveLength(11);
});

test('once all are here, nobody is waited for', async () => {
  const { hear } = await show(MEMBERS.slice(0, 1));
  await hear([ada]);
  expect(titles()).toHaveLength(1);
});

test('where each member has a place, the first of them is shown at once, and the next ones move no other', async () => {
  const people = ['Ada', 'Ben', 'Cem'].map(
    (name): GroupMember => ({ kind: 'user', id: name, name }) as GroupMember,
  );
  const { hear } = await show(people, { ...GROUP, definitionName: 'userGroup' });
  await hear([client('c3', 'Cem', 'PC-3')]);
  expect(titles().map((title) => title.slice(0, 3))).toEqual(['Ada', 'Ben', 'Cem']);
  await hear([BEN]);
  expect(titles().map((title) => title.slice(0, 3))).toEqual(['Ada', 'Ben', 'Cem']);
  expect(order()).toEqual(['Select Ben, PC-1', 'Select Cem, PC-3']);
});

test('who comes has a card of their own, and who leaves is missing since then', async () => {
  const { hear } = await show(MEMBERS);
  await hear([ada]);
  await pass(QUIET_MS);
  await hear([inClass('c3', 'Bo', 'PC-3', 'd3')]);
  expect(titles()).toHaveLength(3);
  expect(screen.getByRole('button', { name: '2 of 3 here' })).toBeDefined();
  await hear([], ['c3']);
  expect(titles()[1]).toMatch(/^Bo’sPC-3Not here. Last seen /);
});

test('where all are missing, that is said above them, after ten seconds', async () => {
  vi.spyOn(liveConnection.connection, 'get').mockReturnValue(CONNECTED);
  await show(MEMBERS);
  await pass(9_900);
  expect(screen.queryByText('No devices connected')).toBeNull();
  expect(screen.queryByRole('list', { name: 'Devices' })).toBeNull();
  await pass(100);
  expect(screen.getByText('No devices connected')).toBeDefined();
  expect(titles()).toHaveLength(3);
});

test('a missing computer can be selected to be woken, and is not meant by Select All', async () => {
  const { hear } = await show(MEMBERS);
  await hear([ada]);
  await pass(QUIET_MS);
  await press(screen.getByRole('button', { name: 'Select All' }));
  expect(selected()).toEqual(['c1']);
  expect(screen.getByRole('button', { name: 'Deselect All' })).toBeDefined();
  // A Chromebook cannot be woken.
  expect(order()).toEqual(['Select Ada, PC-2', 'Select Bo’s, PC-3, not here']);
  await press(screen.getByRole('checkbox', { name: /^Select Bo’s/ }));
  await press(screen.getByRole('checkbox', { name: /^Select Ada/ }));
  expect(selected()).toEqual(['absent d3']);
  expect(screen.getByRole('button', { name: /^Wake/ }).getAttribute('aria-disabled')).toBe('false');
  expect(screen.getByRole('button', { name: 'Notification' }).getAttribute('aria-disabled')).toBe('true');
});

const search = (text: string) =>
  act(async () => void fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } }));

test('cards are found by name, program and page, and a selection that is hidden is told', async () => {
  const { hear } = await show(MEMBERS);
  const windowId = '1';
  const applications = [{ appId: 'a', windowId, title: 'Solitaire – Game', active: true }];
  await hear([ada, { ...BEN, applications } as ClientChange]);
  await pass(QUIET_MS);
  await press(screen.getByRole('button', { name: 'Select All' }));
  await search('solit game');
  expect(order()).toEqual(['Select Ben, PC-1']);
  expect(screen.getByText('2 selected, 1 of them hidden')).toBeDefined();
  expect(screen.getByText('1 of 4 cards')).toBeDefined();
  await search('pc-3');
  expect(titles()).toEqual([
    'Bo’sPC-3Never seen yet It has never enrolled. Install the agent on it with the secret of this site.',
  ]);
  await search('nobody');
  expect(screen.getByText('No card matches')).toBeDefined();
  await press(screen.getAllByRole('button', { name: 'Show all' })[0] as HTMLElement);
  expect(titles()).toHaveLength(4);
  expect(selected()).toEqual(['c1', 'c2']);
});

test('cards are found by what is going on there, as it changes', async () => {
  const { hear } = await show();
  await hear([ADA, BEN]);
  await press(screen.getByRole('button', { name: 'Filter' }));
  await press(screen.getByRole('menuitem', { name: 'Locked' }));
  expect(screen.getByText('No card matches')).toBeDefined();
  const statuses = { lockSources: { action: false, policy: true } } as ClientChange['statuses'];
  await hear([{ clientId: 'c2', statuses } as ClientChange]);
  expect(order()).toEqual(['Select Ben, PC-1']);
  await press(screen.getByRole('button', { name: 'Remove the filter Locked' }));
  expect(order()).toHaveLength(2);
});

test('with Ctrl or Shift a press on a picture selects its card, and without it opens the device', async () => {
  const { hear } = await show();
  await hear([ADA, BEN, client('c3', 'Cem', 'PC-3')]);
  const picture = (name: string) => screen.getByRole('link', { name: `Open ${name}` });
  const pressed = (name: string, keys: object) => {
    const event = createEvent.click(picture(name), keys);
    fireEvent(picture(name), event);
    return event.defaultPrevented;
  };
  expect(pressed('Ada', { ctrlKey: true })).toBe(true);
  expect(selected()).toEqual(['c1']);
  expect(pressed('Cem', { shiftKey: true })).toBe(true);
  expect(selected().sort()).toEqual(['c1', 'c2', 'c3']);
  pressed('Ben', { metaKey: true });
  expect(selected()).toEqual(['c1', 'c3']);
});
