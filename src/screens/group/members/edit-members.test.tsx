import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { type GroupDefinition, groupSchema, toGroup } from '#protocol/rest/group.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { consoleSession } from '#session/console-session.ts';
import { tenant } from '#session/tenant.ts';
import { LeaveBlocker } from '#shell/leaving/leave-blocker.tsx';
import { toasts } from '#shell/toasts/toasts.ts';
import { LeaveGuard } from '#ui/dialog/leave-dialog.ts';
import { EditMembers } from './edit-members.tsx';

let saved: (readonly string[])[];
let answer: () => Promise<void>;
let platform: Record<string, () => Response>;

const device = (id: string, hostname: string) => ({ id, hostname, type: 'windowsAgent' });

beforeEach(() => {
  saved = [];
  answer = async () => {};
  platform = {
    '/v1/devices': () => Response.json([device('d1', 'PC-1'), device('d2', 'PC-2')]),
    '/v1/users': () => Response.json([{ id: 'u1', name: 'Ada' }]),
    '/v1/groups/g/members': () => Response.json([{ kind: 'device', ...device('d1', 'PC-1') }]),
    '/v1/groups/g/patterns': () => Response.json(['PC-*']),
  };
  vi.spyOn(consoleSession, 'freshToken').mockResolvedValue('token');
  vi.spyOn(tenant, 'key', 'get').mockReturnValue('demo');
  vi.spyOn(tenant, 'address').mockReturnValue('http://platform.example');
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    async (url) => platform[new URL(String(url)).pathname]?.() ?? Response.json([]),
  );
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  for (const toast of [...toasts.state.list]) toasts.close(toast.id);
});
afterEach(() => vi.restoreAllMocks());

async function open(definitionName: GroupDefinition = 'deviceGroup') {
  const group = toGroup(v.parse(groupSchema, { id: 'g', name: 'G', definitionName }));
  const save = (_: unknown, { entries }: { entries: readonly string[] }) => {
    saved.push(entries);
    return answer();
  };
  const root = createRootRoute();
  const routes = [
    createRoute({
      getParentRoute: () => root,
      path: '/',
      component: () => <EditMembers group={group} save={save} />,
    }),
    createRoute({ getParentRoute: () => root, path: 'else', component: () => <p>elsewhere</p> }),
  ];
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: root.addChildren(routes), history });
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <LeaveGuard value={LeaveBlocker}>
        {/* biome-ignore lint/suspicious/noExplicitAny: another tree than the console's */}
        <RouterProvider router={router as any} />
      </LeaveGuard>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Edit Members' }));
  return { client, user, leave: () => act(() => history.push('/else')), history };
}

const button = (name: string) => screen.getByRole('button', { name });

async function addSecond(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('option', { name: /^PC-2/ }));
  await user.click(button('Add'));
}

test('what was saved can be taken back', async () => {
  const { user } = await open();
  await addSecond(user);
  await user.click(button('Save'));
  await screen.findByText('Members saved');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(button('Undo'));
  await screen.findByText('The former members are back');
  expect(saved).toEqual([['d1', 'd2'], ['d1']]);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('what is saved after its dialog was closed can be taken back, and leaves the dialog that was opened since', async () => {
  const { user } = await open();
  await addSecond(user);
  let settle = () => {};
  answer = () =>
    new Promise((resolve) => {
      settle = resolve;
    });
  await user.click(button('Save'));
  await user.click(button('Cancel'));
  await user.click(button('Discard changes'));
  await user.click(button('Edit Members'));
  await act(async () => settle());
  expect(screen.getByText('Edit Group Members')).toBeDefined();
  expect(screen.getByText('Members saved')).toBeDefined();
  expect(button('Undo')).toBeDefined();
});

test('an undo that fails says so and can be tried again', async () => {
  const { user } = await open();
  await addSecond(user);
  await user.click(button('Save'));
  await screen.findByText('Members saved');
  answer = () => Promise.reject(new AppError('unreachable', 'no'));
  await user.click(button('Undo'));
  await waitFor(() =>
    expect(toasts.state.list.map(({ text }) => text)).toEqual([
      'The former members could not be put back. The server does not answer. Check your connection and try again.',
    ]),
  );
  expect(button('Undo')).toBeDefined();
});

test('closing with changes asks first', async () => {
  const { user } = await open();
  await addSecond(user);
  await user.click(button('Cancel'));
  expect(screen.getByText('Leave without saving?')).toBeDefined();
  await user.click(button('Keep editing'));
  expect(screen.getByText('Edit Group Members')).toBeDefined();
  await user.click(button('Cancel'));
  await user.click(button('Discard changes'));
  expect(screen.queryByText('Edit Group Members')).toBeNull();
  expect(saved).toEqual([]);
});

test('without changes it just closes', async () => {
  const { user } = await open();
  await screen.findByRole('option', { name: /^PC-2/ });
  await user.click(button('Cancel'));
  expect(screen.queryByText('Edit Group Members')).toBeNull();
});

test('nothing leads away from changes by accident', async () => {
  const { user, leave, history } = await open();
  await addSecond(user);
  leave();
  await screen.findByText('Leave without saving?');
  expect(history.location.pathname).toBe('/');
});

test('what cannot be loaded can be tried again', async () => {
  const good = platform['/v1/devices'];
  platform['/v1/devices'] = () => Response.json({ code: 'forbidden', message: 'no' }, { status: 403 });
  const { user } = await open();
  await screen.findByText('The members could not be loaded');
  if (good) platform['/v1/devices'] = good;
  await user.click(button('Retry'));
  await screen.findByRole('option', { name: /^PC-2/ });
});

test('a group of patterns has its patterns, and one of people has people', async () => {
  await open('deviceMatchGroup');
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Device patterns/ });
  expect(field.value).toBe('PC-*');
});

test('a group of people has people to choose from', async () => {
  await open('userGroup');
  await screen.findByRole('option', { name: 'Ada' });
  // Whom the directory does not list stays a member.
  expect(screen.getByRole('option', { name: 'd1' })).toBeDefined();
});

test('a later reading that fails takes nothing from what is being edited', async () => {
  const { user, client } = await open();
  await addSecond(user);
  platform['/v1/groups/g/members'] = () =>
    Response.json({ code: 'internal', message: 'no' }, { status: 403 });
  await act(() => client.refetchQueries());
  expect(screen.queryByText('The members could not be loaded')).toBeNull();
  await user.click(button('Save'));
  expect(saved).toEqual([['d1', 'd2']]);
});

test('discarding closes the question first, so that the focus finds its way back', async () => {
  const { user } = await open();
  await addSecond(user);
  await user.click(button('Cancel'));
  const closed: (string | null)[] = [];
  vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function (this: HTMLDialogElement) {
    closed.push(this.getAttribute('aria-label'));
  });
  await user.click(button('Discard changes'));
  expect(closed).toEqual(['Leave without saving?', 'Edit Group Members']);
});
