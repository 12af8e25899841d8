import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { DeviceCondition } from '#domain/devices/device-actions.ts';
import { createActionRun, type RunningAction } from '#live/action-run.ts';
import type { Reply } from '#protocol/action.ts';
import { groupMembersQuery } from '#rest/group-members.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { siteSettingsQuery } from '#rest/site-settings.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import type { ActionPlace, ActionTarget } from '../action-bar/action-target.ts';
import { fakeTarget } from '../action-bar/fakes/fake-targets.ts';
import { WakeForm } from './wake-dialog.tsx';

const target = (id: string, more: Partial<DeviceCondition> = {}): ActionTarget => ({
  ...fakeTarget(id, { isOnline: false, ...more }),
  recipient: undefined,
  deviceId: id,
  userId: undefined,
  name: `PC ${id}`,
});
const GROUP: ActionPlace = { kind: 'group', groupId: 'g', title: 'Suite', isWhole: () => false };

let asked: unknown[];
let run: RunningAction;
let runner: boolean | null;

const request = (parameters: Record<string, unknown>) => {
  asked.push(parameters);
  run = createActionRun(
    { id: 'a', action: 'wol', parameters, audience: { runners: true }, askedAt: 0 },
    { expiresAt: 0, onForget() {} },
  );
  return run;
};
const services = {
  ping: async () => runner,
  wakeNow: (deviceIds: readonly string[]) => request({ deviceIds }),
  wakeGroup: (groupId: string) => request({ groupId }),
};

let isWakingOn: boolean;

function show(targets: readonly ActionTarget[], place: ActionPlace = GROUP) {
  const client = createQueryClient();
  client.setQueryData(siteSettingsQuery().queryKey, {
    id: 's',
    settings: {
      wol: { enabled: isWakingOn },
      inventory: { enabled: true },
      studentsWriteFirst: { enabled: true },
    },
  });
  client.setQueryData(groupMembersQuery('g').queryKey, [
    { kind: 'device', id: 'd9', hostname: 'PC-09', type: 'windowsAgent', version: '' },
  ]);
  const view = render(
    <QueryClientProvider client={client}>
      <WakeForm targets={targets} place={place} onClose={() => {}} services={services} />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), ...view };
}

function answer(more: Partial<Reply> & Record<string, unknown>) {
  const reply: Reply = { id: 'a', action: 'wol', ok: false, ...more };
  const state = reply.ok ? 'confirmed' : 'failed';
  act(() =>
    run.apply({
      delivery: { name: 'sent', expiresAt: 0 },
      answers: [{ clientId: 'runner-1', state, reply }],
      ended: true,
    }),
  );
}
const confirm = () => screen.getByRole('button', { name: 'Confirm' });
const listed = () => screen.queryAllByRole('listitem').map((item) => item.textContent);

beforeEach(() => {
  isWakingOn = true;
  asked = [];
  runner = true;
  for (const toast of [...toasts.state.list]) toasts.close(toast.id);
});

test('wakes those of the selection that are Windows and off, and nobody else', async () => {
  const { user } = show([
    target('d1'),
    target('d2', { isOnline: true }),
    target('d3', { system: 'browser' }),
  ]);
  await screen.findByText('A Site Runner is ready.');
  await user.click(confirm());
  expect(asked).toEqual([{ deviceIds: ['d1'] }]);
});

test('wakes the group where that is chosen', async () => {
  const { user } = show([target('d1')]);
  await screen.findByText('A Site Runner is ready.');
  await user.click(screen.getByRole('radio', { name: 'The whole group: Suite' }));
  await user.click(confirm());
  expect(asked).toEqual([{ groupId: 'g' }]);
});

test('with nothing selected it is the group', async () => {
  const { user } = show([]);
  expect(screen.queryByRole('radio')).toBeNull();
  await screen.findByText('A Site Runner is ready.');
  await user.click(confirm());
  expect(asked).toEqual([{ groupId: 'g' }]);
});

const away = (...ids: string[]) => {
  let list: readonly ActionTarget[] | undefined = ids.map((id) => target(id));
  const listeners = new Set<() => void>();
  return {
    get: () => list,
    subscribe(call: () => void) {
      listeners.add(call);
      return () => void listeners.delete(call);
    },
    set(next: typeof list) {
      list = next;
      for (const call of listeners) call();
    },
  };
};

test('of a group it wakes, counts and names those that are off, also while some go on', async () => {
  const off = away('d8', 'd9');
  const { user } = show([], { ...GROUP, away: off });
  await screen.findByText('A Site Runner is ready.');
  expect(screen.getByText('Wakes 2 computers of the group, all that are off:')).toBeDefined();
  expect(listed()).toEqual(['a computer without a name', 'PC-09']);
  act(() => off.set([target('d9')]));
  expect(screen.getByText('Wakes the only computer of the group that is off:')).toBeDefined();
  await user.click(confirm());
  expect(asked).toEqual([{ deviceIds: ['d9'] }]);
});

test('a group of which all computers are on is not woken, and it says so', async () => {
  const { user } = show([], { ...GROUP, away: away() });
  await screen.findByText('A Site Runner is ready.');
  expect(screen.getByText('No computer of the group is off.')).toBeDefined();
  expect(confirm().getAttribute('aria-disabled')).toBe('true');
  await user.click(confirm());
  expect(asked).toEqual([]);
});

test('while nobody knows who is off, every computer of the group is woken', async () => {
  const off = away();
  off.set(undefined);
  const { user } = show([], { ...GROUP, away: off });
  await screen.findByText('A Site Runner is ready.');
  expect(screen.getByText('Wakes every computer of the group.')).toBeDefined();
  await user.click(confirm());
  expect(asked).toEqual([{ groupId: 'g' }]);
});

test.each([null, false])('without a runner (%j) nothing can be confirmed, and it says why', async (found) => {
  runner = found;
  const { user } = show([target('d1')]);
  await screen.findByText('The Wake Now action requires pre-setup of a Site Runner');
  const link = screen.getByRole('link', { name: /set up a Site Runner/ });
  expect(link.getAttribute('href')).toBe('/docs/index.html#site-runner');
  expect(confirm().getAttribute('aria-disabled')).toBe('true');
  await user.click(confirm());
  await user.click(screen.getByRole('radio', { name: /whole group/ }));
  expect(
    screen.getByText(
      'The Wake action requires an available Site Runner. Please ensure a Runner is configured and online for this site.',
    ),
  ).toBeDefined();
  await user.click(confirm());
  expect(asked).toEqual([]);
  runner = true;
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  await screen.findByText('A Site Runner is ready.');
  await user.click(confirm());
  expect(asked).toEqual([{ groupId: 'g' }]);
});

test('says who was woken and who has no address', async () => {
  const { user } = show([target('d1'), target('d2')]);
  await screen.findByText('A Site Runner is ready.');
  await user.click(confirm());
  expect(screen.getByRole('status').textContent).toBe('Sending the wake…');
  // The wait for another runner's answer ends with this test: else its toast would come in a later one.
  vi.useFakeTimers();
  answer({ code: 'unknown-device', woken: ['d1'], unknown: ['d2'] });
  vi.useRealTimers();
  expect(screen.getByText('Wake sent to 1 computer:')).toBeDefined();
  expect(screen.getByText('1 computer could not be woken, because no address is known:')).toBeDefined();
  expect(listed()).toEqual(['PC d1', 'PC d2']);
});

test('of a group it knows the members by name', async () => {
  const { user } = show([]);
  await screen.findByText('A Site Runner is ready.');
  await user.click(confirm());
  answer({ ok: true, woken: ['d9', 'd10'], unknown: [] });
  expect(listed()).toEqual(['PC-09', 'a computer without a name']);
});

test.each([
  ['not-sent', 'The Site Runner could not send the wake into its network.'],
  ['no-addresses', 'The Site Runner could not find out whom to wake. Try again in a moment.'],
  ['what', 'The Site Runner could not do it.'],
])('a runner that says %s', async (code, text) => {
  const { user } = show([target('d1')]);
  await screen.findByText('A Site Runner is ready.');
  await user.click(confirm());
  answer({ code });
  expect(screen.getByRole('alert').textContent).toBe(text);
});

test('the answer comes as a toast where the dialog is closed by then', async () => {
  const { user, unmount } = show([target('d1')]);
  await screen.findByText('A Site Runner is ready.');
  await user.click(confirm());
  unmount();
  answer({ ok: true, woken: ['d1'], unknown: [] });
  expect(toasts.state.list.map(({ text }) => text)).toEqual(['Wake sent to 1 computer']);
});

test('names are text', async () => {
  show([{ ...target('d1'), name: '<img src=x onerror=alert(1)>\u202E👾' }]);
  await screen.findByText('A Site Runner is ready.');
  expect(listed()).toEqual(['<img src=x onerror=alert(1)>\u202E👾']);
  expect(document.querySelector('img')).toBeNull();
});

test('the focus follows what takes the place of the pressed button', async () => {
  runner = null;
  const { user } = show([target('d1')]);
  const again = await screen.findByRole('button', { name: 'Check again' });
  runner = true;
  await user.click(again);
  const ready = await screen.findByText('A Site Runner is ready.');
  expect(document.activeElement?.contains(ready)).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
  await user.click(confirm());
  expect(document.activeElement).not.toBe(document.body);
  expect(document.activeElement?.contains(screen.getByRole('status'))).toBe(true);
});

test('what one runner does not know another one may wake a little later', async () => {
  const { user, unmount } = show([target('d1'), target('d2')]);
  await screen.findByText('A Site Runner is ready.');
  await user.click(confirm());
  answer({ code: 'unknown-device', woken: ['d1'], unknown: ['d2'] });
  unmount();
  const reply: Reply = { id: 'a', action: 'wol', ok: true, woken: ['d2'], unknown: [] };
  run.apply({
    delivery: { name: 'sent', expiresAt: 0 },
    answers: [{ clientId: 'runner-2', state: 'confirmed', reply }],
    ended: true,
  });
  expect(toasts.state.list.map(({ text }) => text)).toEqual(['Wake sent to 2 computers']);
});

test('what no runner has said in a few seconds is the last word', async () => {
  const { user, unmount } = show([target('d1'), target('d2')]);
  await screen.findByText('A Site Runner is ready.');
  await user.click(confirm());
  vi.useFakeTimers();
  answer({ code: 'unknown-device', woken: ['d1'], unknown: ['d2'] });
  unmount();
  vi.advanceTimersByTime(3_000);
  vi.useRealTimers();
  expect(toasts.state.list).toHaveLength(1);
});

test('where the site has waking switched off nobody is asked', async () => {
  isWakingOn = false;
  const { user } = show([target('d1')]);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Waking is switched off in the settings of this site.',
  );
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(asked).toEqual([]);
});
