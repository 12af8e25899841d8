import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDeviceStore, type DeviceStore } from '#live/device-store.ts';
import { AppError } from '#protocol/app-error.ts';
import { type Group, groupSchema, toGroup } from '#protocol/rest/group.ts';
import type { GroupMember } from '#protocol/rest/group-member.ts';
import { groupMembersQuery } from '#rest/group-members.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { consoleSession } from '#session/console-session.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { tenant } from '#session/tenant.ts';
import { MemberList } from './member-list.tsx';

const GROUP = toGroup(v.parse(groupSchema, { id: 'g', name: 'Suite', definitionName: 'deviceGroup' }));

const device = (index: number, more: Partial<GroupMember> = {}) =>
  ({
    kind: 'device',
    id: `d${index}`,
    hostname: `PC-${String(index).padStart(2, '0')}`,
    type: 'windowsAgent',
    version: '1',
    ...more,
  }) as GroupMember;
const devices = (count: number) => Array.from({ length: count }, (_, index) => device(index + 1));

function Paged(props: { group: Group; devices: DeviceStore; first: number }) {
  const [page, setPage] = useState(props.first);
  return <MemberList group={props.group} devices={props.devices} page={page} onPage={setPage} />;
}

function show(members: readonly GroupMember[] | undefined, first = 1) {
  const client = createQueryClient();
  if (members) client.setQueryData(groupMembersQuery('g').queryKey, [...members]);
  const store = createDeviceStore();
  const view = render(
    <QueryClientProvider client={client}>
      <Paged group={GROUP} devices={store} first={first} />
    </QueryClientProvider>,
  );
  return { client, store, user: userEvent.setup(), ...view };
}

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('rowheader').textContent);
const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^Select all/ });
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` });
const states = () => [all().checked, all().indeterminate];

beforeEach(() => {
  session.state = signedIn();
});
afterEach(() => {
  session.state = { name: 'unknown' };
  vi.restoreAllMocks();
});

test('ten on a page, six pages at once', async () => {
  const { user } = show(devices(95));
  expect(names()).toHaveLength(10);
  const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
  expect(pages.getAllByRole('button', { name: /^Page / })).toHaveLength(6);
  await user.click(pages.getByRole('button', { name: 'Page 3' }));
  expect(names()[0]).toBe('PC-21');
});

test('a page beyond the last one is the last one', () => {
  show(devices(12), 9);
  expect(names()).toEqual(['PC-11', 'PC-12']);
});

test('a search goes by name or by the device’s name, and begins at the first page', async () => {
  const { user } = show([...devices(25), device(77, { alias: 'Front desk' })], 2);
  const search = screen.getByRole('searchbox', { name: 'Search members' });
  await user.type(search, 'FRONT');
  expect(names()).toEqual(['Front deskPC-77']);
  await user.clear(search);
  await user.type(search, 'pc-77');
  expect(names()).toEqual(['Front deskPC-77']);
  await user.type(search, 'x');
  expect(screen.getByText('No member matches')).toBeDefined();
});

test('one, all and some are selected', async () => {
  const { user } = show(devices(12));
  expect(states()).toEqual([false, false]);
  await user.click(box('PC-02'));
  expect(states()).toEqual([false, true]);
  expect(screen.getByText('1 selected')).toBeDefined();
  await user.click(all());
  expect(states()).toEqual([true, false]);
  expect(screen.getByText('12 selected')).toBeDefined();
  await user.click(box('PC-03'));
  expect(states()).toEqual([false, true]);
  await user.click(all());
  await user.click(all());
  expect(states()).toEqual([false, false]);
});

test('who left the group is not selected any more', async () => {
  const { user, client } = show(devices(3));
  await user.click(all());
  act(() => void client.setQueryData(groupMembersQuery('g').queryKey, devices(2)));
  await screen.findByText('2 selected');
});

test('says who is online, and for how long a wake has been on its way', async () => {
  const wolStatus = new Date(Date.now() - 5 * 60_000).toISOString();
  const woken = { wolStatus } as Partial<GroupMember>;
  const { store, user } = show([
    device(1, woken),
    device(2, woken),
    device(3),
    device(4, { type: 'extension', wolStatus } as never),
    device(5, { wolStatus, shutOutAt: wolStatus } as never),
  ]);
  act(() => {
    store.apply({
      removed: [],
      changes: [
        {
          clientId: 'c',
          userId: 'u',
          authType: 'user',
          lastUpdated: 0,
          isOffline: false,
          info: {
            deviceId: 'd1',
            type: 'windowsAgent',
            displays: [],
            device: { hostname: 'PC-01', username: 'ada' },
          } as never,
        },
      ],
    });
  });
  const status = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.lastElementChild?.textContent);
  await waitFor(() =>
    expect(status()).toEqual(['Online', 'Wake action sent 5 min ago', 'Offline', 'Offline', 'Shut out']),
  );
  expect(screen.getByRole('gridcell', { name: 'ada' })).toBeDefined();
  const heading = screen.getByRole('columnheader', { name: 'Status' });
  await user.click(heading);
  await user.click(heading);
  expect(status()).toEqual(['Shut out', 'Offline', 'Offline', 'Wake action sent 5 min ago', 'Online']);
});

test('nobody is in the group', () => {
  show([]);
  expect(screen.getByText('There are no members')).toBeDefined();
});

test('what cannot be loaded can be tried again', async () => {
  const token = vi.spyOn(consoleSession, 'freshToken').mockRejectedValue(new AppError('forbidden', 'no'));
  vi.spyOn(tenant, 'key', 'get').mockReturnValue('demo');
  vi.spyOn(tenant, 'address').mockReturnValue('http://platform.example');
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(devices(1)));
  const { user } = show(undefined);
  expect(screen.getByText('Loading members…')).toBeDefined();
  await screen.findByText('The members could not be loaded');
  expect(screen.getByText('Your account may not do this.')).toBeDefined();
  token.mockResolvedValue('token');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('PC-01');
});

test.each([
  ['HTML', '<b onclick=alert(1)>x</b>'],
  ['right-to-left marks', '\u202Eevil\u202C'],
  ['emoji', '👩‍🚀'.repeat(50)],
  ['ten thousand characters', 'x'.repeat(10_000)],
])('a name with %s is text', (_, hostname) => {
  show([device(1, { hostname } as never)]);
  expect(names()).toEqual([hostname]);
  expect(document.querySelector('b')).toBeNull();
});

test('its box is called by it without what turns the sentence, and not for ever', () => {
  show([device(1, { hostname: 'A\u202Eb' } as never), device(2, { hostname: 'x'.repeat(10_000) } as never)]);
  const called = screen.getAllByRole('checkbox').map((each) => each.getAttribute('aria-label'));
  expect(called.slice(1)).toEqual(['Select A b', `Select ${'x'.repeat(299)}…`]);
});
