import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dayAndTime } from '#domain/time-text.ts';
import { AppError } from '#protocol/app-error.ts';
import { type Group, groupSchema, toGroup } from '#protocol/rest/group.ts';
import { groupsQuery } from '#rest/groups.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { SyncMembers } from './sync-members.tsx';

const group = (lastSync?: string) =>
  toGroup(
    v.parse(groupSchema, {
      id: 'g',
      name: 'Course',
      definitionName: 'userGroup',
      integrationId: 'i',
      meta: { courseName: 'Course', ...(lastSync === undefined ? {} : { lastSync }) },
    }),
  );

function show(sync: () => Promise<Group>, count = async () => 28, shown = group()) {
  const client = createQueryClient();
  client.setQueryData(groupsQuery().queryKey, [shown]);
  render(
    <QueryClientProvider client={client}>
      <SyncMembers group={shown} services={{ sync, count }} />
    </QueryClientProvider>,
  );
  return { client, user: userEvent.setup(), button: () => screen.getByRole('button') };
}

beforeEach(() => {
  for (const toast of [...toasts.state.list]) toasts.close(toast.id);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

test('says when it was last done, or that it was not', () => {
  show(async () => group(), undefined, group('2026-11-21T10:05:00'));
  expect(screen.getByText(`Last sync: ${dayAndTime(new Date('2026-11-21T10:05:00'))}`)).toBeDefined();
});

test.each([undefined, 'not a date'])('a last sync of %j is none', (lastSync) => {
  show(async () => group(), undefined, group(lastSync));
  expect(screen.getByText('Not synchronised yet')).toBeDefined();
});

test('shows that it is at it, then in words what came of it', async () => {
  let finish: (synced: Group) => void = () => {};
  const calls = vi.fn(() => new Promise<Group>((resolve) => (finish = resolve)));
  const { client, user, button } = show(calls);
  await user.click(button());
  expect(button().textContent).toBe('Synchronising…');
  await user.click(button());
  expect(calls).toHaveBeenCalledTimes(1);
  finish(group('2026-11-21T10:05:00'));
  await screen.findByText('Synchronised: 28 members');
  expect(client.getQueryData(groupsQuery().queryKey)?.[0]?.meta?.lastSync).toBe('2026-11-21T10:05:00');
});

test('says how many came and went', async () => {
  const { user, button } = show(async () => ({ ...group(), synced: { added: 1_200, removed: 1 } }));
  await user.click(button());
  await screen.findByText('Synchronised: 28 members (1,200 added, 1 removed)');
});

test('a failure is a toast that says why', async () => {
  const detail = { messages: ['The directory “Demo” is switched off.'] };
  const { user, button } = show(() => Promise.reject(new AppError('conflict', 'no', { detail })));
  await user.click(button());
  await vi.waitFor(() =>
    expect(toasts.state.list.map(({ type, text }) => [type, text])).toEqual([
      ['error', 'The members could not be synchronised. The directory “Demo” is switched off.'],
    ]),
  );
  expect(button().textContent).toBe('Sync Members');
});

test('it is done also where nobody can count the members', async () => {
  const { user, button } = show(
    async () => group(),
    () => Promise.reject(new Error('no')),
  );
  await user.click(button());
  await screen.findByText('Synchronised');
});
