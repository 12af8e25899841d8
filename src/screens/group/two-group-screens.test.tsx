/** Two screens of groups in one tab: what a tutor wants of the one changes nothing on the other. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeLiveWorker } from '#live/fakes/fake-live-worker.ts';
import { createGroupWatch } from '#live/group-watch.ts';
import { liveConnection } from '#live/live-connection.ts';
import { groupSchema, toGroup } from '#protocol/rest/group.ts';
import type { ClientChange } from '#protocol/threads/live-worker.ts';
import { groupMembersQuery } from '#rest/group-members.ts';
import { appliedPoliciesQuery, memberPoliciesQuery } from '#rest/policies.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { DevicesTab } from './devices-tab.tsx';
import { createGroupView, GroupViewContext } from './group-view.ts';
import { keptSelectionOf } from './kept-selection.ts';

const client = (clientId: string, name: string, hostname: string) =>
  ({
    clientId,
    userId: name,
    authType: 'user',
    isOffline: false,
    lastUpdated: 0,
    info: {
      type: 'windowsAgent',
      version: '1',
      displays: [],
      device: { hostname },
      user: { id: name, name },
    },
  }) as unknown as ClientChange;

/** The same devices are in both groups; the policy is of the group that is named. */
function showTwo() {
  const queries = createQueryClient();
  const screens = ['7A', '7B'].map((id) => {
    const fake = createFakeLiveWorker();
    const watch = createGroupWatch({ ask: (call) => call(fake.worker, 'tab') });
    queries.setQueryData(appliedPoliciesQuery({ kind: 'groups', id }).queryKey, [
      { id: `a-${id}`, policyId: id, name: `Policy of ${id}`, meta: {}, disabled: false },
    ]);
    queries.setQueryData(memberPoliciesQuery(id).queryKey, []);
    queries.setQueryData(groupMembersQuery(id).queryKey, []);
    const changes = [client('c1', 'Ada', 'PC-2'), client('c2', 'Ben', 'PC-1')];
    watch.applyChanges({ watchId: watch.id, removed: [], changes });
    return { id, watch, view: createGroupView(() => localStorage) };
  });
  for (const { watch } of screens) vi.mocked(liveConnection.createWatch).mockReturnValueOnce(watch);
  render(
    <QueryClientProvider client={queries}>
      {screens.map(({ id, view }) => (
        <section key={id} aria-label={id}>
          <GroupViewContext value={view}>
            <DevicesTab
              group={toGroup(v.parse(groupSchema, { id, name: id, definitionName: 'deviceGroup' }))}
            />
          </GroupViewContext>
        </section>
      ))}
    </QueryClientProvider>,
  );
}
const on = (name: string) => within(screen.getByRole('region', { name }));
const boxes = (name: string) =>
  within(on(name).getByRole('list', { name: 'Devices' })).getAllByRole('checkbox');
const checked = (name: string) => boxes(name).map((box) => (box as HTMLInputElement).checked);

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(liveConnection, 'createWatch');
  session.state = signedIn();
});
afterEach(() => {
  session.state = { name: 'unknown' };
  vi.restoreAllMocks();
});

test('have each their own selection, zoom and order', async () => {
  showTwo();
  fireEvent.click(on('7A').getByRole('checkbox', { name: 'Select Ada, PC-2' }));
  fireEvent.change(on('7A').getByRole('slider', { name: 'Zoom' }), { target: { value: '70' } });
  fireEvent.click(on('7A').getByRole('radio', { name: 'Hostname' }));
  await waitFor(() => expect(checked('7A')).toEqual([false, true]));
  expect(on('7A').getByRole<HTMLInputElement>('slider').value).toBe('70');
  expect(checked('7B')).toEqual([false, false]);
  expect(boxes('7B').map((box) => box.getAttribute('aria-label'))).toEqual([
    'Select Ada, PC-2',
    'Select Ben, PC-1',
  ]);
  expect(on('7B').getByRole<HTMLInputElement>('slider').value).toBe('0');
  expect(on('7B').getByRole<HTMLInputElement>('radio', { name: 'User name' }).checked).toBe(true);
});

test('show each the policies of their own group, in the bar and on the cards', async () => {
  showTwo();
  for (const id of ['7A', '7B']) {
    await waitFor(() => expect(on(id).getAllByRole('img', { name: /^Policy of/ })).toHaveLength(3));
    const names = on(id)
      .getAllByRole('img', { name: /^Policy of/ })
      .map((icon) => icon.getAttribute('aria-label'));
    expect(new Set(names.map((name) => name?.slice(0, 'Policy of 7A'.length)))).toEqual(
      new Set([`Policy of ${id}`]),
    );
  }
});

test('remember a selection for the way back of one router alone', () => {
  const [one, other] = [{}, {}];
  keptSelectionOf(one).keep('7A', ['c1']);
  expect(keptSelectionOf(other).take('7A')).toEqual([]);
  expect(keptSelectionOf(one).take('7A')).toEqual(['c1']);
});
