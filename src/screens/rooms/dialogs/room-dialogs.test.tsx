import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deviceCommands } from '#live/live-connection.ts';
import { AppError } from '#protocol/app-error.ts';
import type { LiveRoom, RoomPerson } from '#protocol/rest/live-room.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { invitableQuery, type MembersWrite, type NewRoom, roomsQuery } from '#rest/rooms.ts';
import { consoleSession } from '#session/console-session.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { tenant } from '#session/tenant.ts';
import { activities } from '#shell/activity/activity.ts';
import { createFakeRun } from '#shell/activity/fakes/fake-run.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { m } from '../messages.ts';
import { CloseRoomDialog } from './close-room-dialog.tsx';
import { EditRoomDialog } from './edit-room-dialog.tsx';
import { InviteDialog, invitedMembers } from './invite-dialog.tsx';
import { NewRoomDialog } from './new-room-dialog.tsx';

const NOBODY = { users: [], groups: [], tutors: ['t'], without: [] };
const ROOM: LiveRoom = {
  id: 'r1',
  name: 'Volcanoes',
  type: 'text-chat',
  membershipType: 'chat room',
  members: { ...NOBODY, users: ['ada'], groups: ['g1'] },
};
const person = (id: string, more: Partial<RoomPerson> = {}): RoomPerson => ({
  id,
  kind: 'user',
  name: id,
  isGuest: false,
  active: false,
  ...more,
});
const group = (id: string, definitionName: string) => ({
  id,
  name: id,
  title: id,
  definitionName,
  properties: { permittedHostnames: [] },
});

let client: QueryClient;
let opened: unknown[];
beforeEach(() => {
  session.state = signedIn({ roles: ['consoleUser', 'groupMaintainer'] });
  vi.spyOn(consoleSession, 'freshToken').mockResolvedValue('token');
  vi.spyOn(tenant, 'key', 'get').mockReturnValue('demo');
  vi.spyOn(tenant, 'address').mockReturnValue('http://platform.example');
  // What the tests put into the cache stays: nothing is answered.
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {}));
  opened = [];
  vi.spyOn(deviceCommands, 'openChatRoom').mockImplementation((audience) => {
    opened.push(audience);
    return createFakeRun(({ giveUp }) => giveUp()).run;
  });
  client = createQueryClient();
  client.setQueryData(roomsQuery().queryKey, [
    { ...ROOM, membershipType: 'group', members: { ...NOBODY, groups: ['taken'] } },
  ]);
  client.setQueryData(
    ['groups'],
    [
      group('free', 'userGroup'),
      group('taken', 'userGroup'),
      group('machines', 'deviceGroup'),
      group('pattern', 'patternGroup'),
    ],
  );
  client.setQueryData(invitableQuery('users').queryKey, [
    { id: 'ada', name: 'Ada' },
    { id: 'ben', name: 'Ben' },
    { id: 'cleo', name: 'Cleo' },
  ]);
  client.setQueryData(invitableQuery('tutors').queryKey, [
    { id: 'tom', name: 'Tom' },
    { id: 't', name: 'Myself' },
  ]);
  client.setQueryData(invitableQuery('guests').queryKey, [{ id: 'gus', name: 'Gus' }]);
});
afterEach(() => {
  cleanup();
  for (const { id } of activities.list()) activities.close(id);
  toasts.state.list.length = 0;
  vi.restoreAllMocks();
  session.state = { name: 'unknown' };
});

const show = (dialog: ReactNode) =>
  render(<QueryClientProvider client={client}>{dialog}</QueryClientProvider>);
const option = (name: string | RegExp) => screen.getByRole('option', { name });
const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const isOff = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true';

function newRoom() {
  const sent: NewRoom[] = [];
  const created: string[] = [];
  show(
    <NewRoomDialog
      onClose={() => {}}
      onCreated={(id) => created.push(id)}
      create={async (room) => {
        sent.push(room);
        return { id: 'new' };
      }}
    />,
  );
  return { sent, created, create: screen.getByRole('button', { name: m.create }) };
}

test('a room of groups offers groups of people that have none yet, and needs a group or a person', async () => {
  const { sent, created, create } = newRoom();
  const groups = within(screen.getByRole('listbox', { name: m.groups })).getAllByRole('option');
  expect(groups.map(({ textContent }) => textContent)).toEqual(['free']);
  expect(isOff(create)).toBe(true);
  await userEvent.click(option(/Ada/));
  expect(isOff(create)).toBe(false);
  await userEvent.click(option(/Ada/));
  expect(isOff(create)).toBe(true);
  await userEvent.click(option('free'));
  await userEvent.click(create);
  expect(sent).toEqual([
    {
      name: 'free',
      membershipType: 'group',
      members: { users: [], tutors: [], groups: ['free'], without: [] },
    },
  ]);
  expect([created, opened]).toEqual([['new'], [{ groupId: 'free' }]]);
});

test('a chat room needs a name too, and is opened on the devices of its people, guests apart', async () => {
  const { sent, create } = newRoom();
  await userEvent.click(screen.getByRole('radio', { name: m.kinds['chat room'] }));
  await userEvent.click(option(/Ben/));
  await userEvent.click(option(/Gus/));
  expect(isOff(create)).toBe(true);
  await userEvent.type(screen.getByRole('textbox', { name: m.name }), '  <b>Etna</b> ');
  await userEvent.click(create);
  expect(sent[0]).toMatchObject({ name: '<b>Etna</b>', members: { users: ['ben', 'gus'], groups: [] } });
  expect(opened).toEqual([
    {
      people: [
        { userId: 'ben', authType: 'user' },
        { userId: 'gus', authType: 'session' },
      ],
    },
  ]);
});

test('a direct conversation is with one person: another choice takes the place of the one before', async () => {
  const { sent, create } = newRoom();
  await userEvent.click(screen.getByRole('radio', { name: m.kinds.direct }));
  await userEvent.click(option(/Ben/));
  await userEvent.click(option(/Tom/));
  await userEvent.click(create);
  expect(sent[0]?.members).toEqual({ users: [], tutors: ['tom'], groups: [], without: [] });
});

test('inviting begins with everybody in the room, also by a group and out of reach, and opens it for the new ones', async () => {
  const sent: MembersWrite[] = [];
  const people = [
    person('t', { kind: 'tutor' }),
    person('ada'),
    person('ben'),
    person('away', { name: 'From elsewhere' }),
  ];
  const send = async (write: MembersWrite) => {
    sent.push(write);
    return ROOM;
  };
  show(<InviteDialog room={ROOM} people={people} onClose={() => {}} send={send} />);
  expect(screen.getAllByRole('option', { selected: true }).map(({ textContent }) => textContent)).toEqual([
    'Ada',
    'Ben',
    'From elsewhere',
  ]);
  expect(names().some((name) => name?.startsWith('Myself'))).toBe(false);
  await userEvent.click(option('Cleo'));
  await userEvent.click(option('Ben'));
  await userEvent.click(screen.getByRole('button', { name: m.save }));
  expect(sent[0]?.members).toEqual({
    users: ['ada', 'cleo'],
    groups: ['g1'],
    tutors: ['t'],
    without: ['ben'],
  });
  expect(opened).toEqual([{ people: [{ userId: 'cleo', authType: 'user' }] }]);
});

test('inviting nobody is not offered, and a failure loses nothing', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const send = () => Promise.reject(new AppError('unreachable', 'away'));
  show(<InviteDialog room={ROOM} people={[person('ada')]} onClose={() => {}} send={send} />);
  const save = screen.getByRole('button', { name: m.save });
  await userEvent.click(option('Ada'));
  expect(isOff(save)).toBe(true);
  await userEvent.click(option('Ben'));
  await userEvent.click(save);
  expect((await screen.findByRole('alert')).textContent).toContain(m.notSaved);
  expect(option('Ben').getAttribute('aria-selected')).toBe('true');
  expect(opened).toEqual([]);
});

test('who was taken out of a group is in again by being invited', () => {
  const former = { ...NOBODY, groups: ['g1'], without: ['ben', 'cleo'] };
  const chosen = new Set(['users ben']);
  expect(invitedMembers(former, { people: [person('t', { kind: 'tutor' })], chosen, selfId: 't' })).toEqual({
    users: ['ben'],
    groups: ['g1'],
    tutors: ['t'],
    without: ['cleo'],
  });
});

test.each([
  ['group', 'Edit Group'],
  ['chat room', 'Edit Chat room'],
  ['direct', 'Edit Direct'],
] as const)('editing a %s is called so', (membershipType, title) => {
  show(<EditRoomDialog room={{ ...ROOM, membershipType }} onClose={() => {}} />);
  expect(screen.getByRole('dialog', { name: title })).toBeTruthy();
});

test('a room is renamed to something else that is not empty, as long as names may be', async () => {
  const sent: string[] = [];
  const send = async ({ name }: { name: string }) => {
    sent.push(name);
    return ROOM;
  };
  show(<EditRoomDialog room={ROOM} onClose={() => {}} send={send} />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: m.name });
  const save = screen.getByRole('button', { name: m.save });
  expect(isOff(save)).toBe(true);
  await userEvent.clear(field);
  await userEvent.type(field, '   ');
  expect(isOff(save)).toBe(true);
  await userEvent.clear(field);
  await userEvent.type(field, ' Volcanoes ');
  expect(isOff(save)).toBe(true);
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste('\u202ex'.repeat(200));
  expect(field.value.length).toBeLessThanOrEqual(255);
  await userEvent.click(save);
  expect(sent).toEqual([field.value]);
});

test('a name that another tutor gives a room while its dialog is open stands there, unless another one was typed', async () => {
  const sent: string[] = [];
  const send = async ({ name }: { name: string }) => {
    sent.push(name);
    return ROOM;
  };
  const dialogOf = (name: string) => (
    <EditRoomDialog room={{ ...ROOM, name }} onClose={() => {}} send={send} />
  );
  const { rerender } = show(dialogOf('Volcanoes'));
  const rename = (name: string) =>
    rerender(<QueryClientProvider client={client}>{dialogOf(name)}</QueryClientProvider>);
  rename('Glaciers');
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: m.name });
  const save = screen.getByRole('button', { name: m.save });
  expect([field.value, isOff(save)]).toEqual(['Glaciers', true]);
  await userEvent.click(save);
  expect(sent).toEqual([]);
  await userEvent.type(field, ' 2');
  rename('Rivers');
  await userEvent.click(save);
  expect(sent).toEqual(['Glaciers 2']);
});

/** A room that is being closed, which is answered by hand. */
async function closing() {
  let settle = () => {};
  vi.mocked(fetch).mockImplementation(
    (_, init) =>
      new Promise((resolve) => {
        if (init?.method === 'DELETE') settle = () => resolve(new Response(null, { status: 204 }));
      }),
  );
  const onClose = vi.fn();
  const root = createRootRoute();
  const room = createRoute({
    getParentRoute: () => root,
    path: 'rooms/r1',
    component: () => <CloseRoomDialog room={ROOM} onClose={onClose} />,
  });
  const others = ['rooms', 'rooms/other'].map((path) => createRoute({ getParentRoute: () => root, path }));
  const history = createMemoryHistory({ initialEntries: ['/rooms/r1'] });
  const router = createRouter({ routeTree: root.addChildren([room, ...others]), history });
  // biome-ignore lint/suspicious/noExplicitAny: another tree than the console's
  show(<RouterProvider router={router as any} />);
  await userEvent.click(await screen.findByRole('button', { name: m.closeRoom }));
  return { onClose, history, answer: () => act(async () => settle()) };
}

test('closing a room leads out of it', async () => {
  const { onClose, history, answer } = await closing();
  await answer();
  await vi.waitFor(() => expect(history.location.pathname).toBe('/rooms'));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a room that is closed late does not lead out of another one', async () => {
  const { onClose, history, answer } = await closing();
  await act(async () => history.push('/rooms/other'));
  await answer();
  await vi.waitFor(() => expect(toasts.state.list.at(-1)?.text).toBe(m.closed({ name: ROOM.name })));
  expect([history.location.pathname, onClose.mock.calls]).toEqual(['/rooms/other', []]);
});
