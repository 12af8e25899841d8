import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDeviceStore } from '#live/device-store.ts';
import type { Statuses } from '#protocol/feedback.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { session } from '#session/session-state.ts';
import { activities } from '#shell/activity/activity.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { CardPolicies } from './card-policies.tsx';
import { applied, type Stage, showOnStage } from './fakes/policy-stage.tsx';
import { GroupPolicyIcons } from './group-policy-icons.tsx';
import { createPolicyBoard } from './policy-board.ts';

const client = (activePolicies?: string[], more: Partial<LiveClient> = {}): LiveClient => ({
  clientId: 'c1',
  userId: 'u1',
  authType: 'user',
  isOffline: false,
  lastUpdated: 0,
  info: {
    clientId: 'c1',
    userId: 'u1',
    authType: 'user',
    lastUpdated: 0,
    type: 'extension',
    version: '3',
    displays: [],
    deviceId: 'd1',
    device: { hostname: 'CB-1' },
    user: { id: 'u1', name: 'Ada' },
  },
  ...(activePolicies && { statuses: { policies: { activePolicies } } as Statuses }),
  ...more,
});

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  for (const { id } of activities.list()) activities.close(id);
  session.state = { name: 'unknown' };
  toasts.state.list.length = 0;
  vi.restoreAllMocks();
});

function show(stage: Stage, of: LiveClient = client()) {
  const devices = createDeviceStore();
  const board = createPolicyBoard();
  devices.apply({ removed: [], changes: [of] });
  return showOnStage(
    <>
      <GroupPolicyIcons groupId="g1" devices={devices} board={board} />
      <CardPolicies groupId="g1" client={of} board={board} />
    </>,
    stage,
  );
}
const bar = () => within(screen.getByRole('group', { name: 'Policies of this group' }));
const card = () => within(screen.getByRole('group', { name: 'Policies of Ada' }));
const many = (count: number) => Array.from({ length: count }, (_, i) => applied(`P${i}`));

test('the bar shows five, a card four, and how many more there are', () => {
  show({ group: many(7) });
  expect(bar().getAllByRole('button')).toHaveLength(5);
  expect(bar().getByRole('img', { name: '2 more policies: P5, P6' }).textContent).toBe('+2');
  expect(card().getAllByRole('button')).toHaveLength(4);
  expect(card().getByRole('img', { name: '3 more policies: P4, P5, P6' }).textContent).toBe('+3');
});

test('a card has the group’s policies, its user’s and its device’s', () => {
  show({
    group: [applied('Quiet')],
    members: [
      { ...applied('Games'), userId: 'u1' },
      { ...applied('Words'), deviceId: 'd1' },
      { ...applied('Other'), userId: 'u2' },
    ],
  });
  expect(
    card()
      .getAllByRole('button')
      .map((each) => each.getAttribute('aria-label')),
  ).toEqual(['Games', 'Quiet', 'Words']);
  expect(bar().getAllByRole('button')).toHaveLength(1);
});

test('a session is not the person of the same id', () => {
  show(
    { group: [applied('Quiet')], members: [{ ...applied('Games'), userId: 'u1' }] },
    {
      ...client(),
      authType: 'session',
    },
  );
  expect(card().queryByRole('button', { name: 'Games' })).toBeNull();
});

test('what is disabled and what the device does not follow is told in name and tooltip', () => {
  const group = [applied('Quiet'), applied('Games', { disabled: true }), applied('Words')];
  show({ group }, client(['Quiet']));
  for (const icons of [bar(), card()]) {
    for (const name of ['Quiet', 'Games (disabled)', 'Words (inactive)']) {
      expect(icons.getByRole('button', { name }).getAttribute('data-tip')).toBe(name);
    }
  }
});

test('what holds comes before what does not', () => {
  show(
    { group: [applied('A'), applied('B', { disabled: true }), applied('C'), applied('D')] },
    client(['D']),
  );
  const names = card()
    .getAllByRole('button')
    .map((each) => each.getAttribute('aria-label'));
  expect(names).toEqual(['D', 'A (inactive)', 'C (inactive)', 'B (disabled)']);
});

test('a device that says nothing of policies has none inactive', () => {
  show({ group: [applied('Quiet')] });
  expect(card().getByRole('button', { name: 'Quiet' })).toBeDefined();
});

test('without policyUser icons are no buttons', () => {
  show({ group: [applied('Quiet')], roles: ['consoleUser'] });
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(card().getByRole('img', { name: 'Quiet' })).toBeDefined();
});

test('an icon opens where the policy is applied, and each place can be turned off and on', async () => {
  const own = applied('Quiet', { id: 'own', disabled: true });
  const group = [applied('Quiet')];
  const { user, written } = show({
    group,
    members: [{ ...own, deviceId: 'd1' }],
    read: async ({ kind }) => (kind === 'devices' ? [own] : group),
  });
  await user.click(card().getByRole('button', { name: 'Quiet' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Quiet' }));
  expect(dialog.getByText('Applied to this group')).toBeDefined();
  expect(dialog.getByText('Applied to the device CB-1')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Enable Policy' }));
  await waitFor(() => expect(written).toHaveLength(1));
  expect(written[0]).toMatchObject(['devices/d1', { policyId: 'Quiet', disabled: false }]);
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(bar().getByRole('button', { name: 'Quiet' }));
  await user.click(screen.getByRole('button', { name: 'Disable Policy' }));
  await waitFor(() => expect(written).toHaveLength(2));
  expect(written[1]).toMatchObject(['groups/g1', { policyId: 'Quiet', disabled: true }]);
  await waitFor(() =>
    expect(activities.list().map(({ title }) => title)).toEqual([
      'Disable Policy: Quiet',
      'Enable Policy: Quiet',
    ]),
  );
});

test('what somebody else has taken off, or could not be read, is not applied again by an icon, and that is said', async () => {
  const read = vi.fn(async () => [applied('Other')]);
  const { user, written } = show({ group: [applied('Quiet')], read });
  const press = async () => {
    await user.click(bar().getByRole('button', { name: 'Quiet' }));
    await user.click(screen.getByRole('button', { name: 'Disable Policy' }));
  };
  read.mockRejectedValueOnce(new Error('away'));
  await press();
  await waitFor(() =>
    expect(toasts.state.list.at(-1)?.text).toMatch(/^The policy was not changed: .*could not be read/),
  );
  await press();
  await waitFor(() =>
    expect(toasts.state.list.at(-1)?.text).toMatch(/^Quiet was not changed: somebody else/),
  );
  expect(written).toEqual([]);
  expect(bar().queryByRole('button', { name: 'Quiet' })).toBeNull();
  expect(bar().getByRole('button', { name: 'Other' })).toBeDefined();
});

test('an end that somebody else has given meanwhile stays', async () => {
  const expiry = '2030-01-01T00:00:00.000Z';
  const { user, written } = show({
    group: [applied('Quiet')],
    read: async () => [applied('Quiet', { expiry })],
  });
  await user.click(bar().getByRole('button', { name: 'Quiet' }));
  await user.click(screen.getByRole('button', { name: 'Disable Policy' }));
  await waitFor(() => expect(written[0]?.[1]).toMatchObject({ policyId: 'Quiet', disabled: true, expiry }));
});

test('a change that others made is seen on bar and cards', async () => {
  const { tellGroup } = show({ group: [] });
  expect(screen.queryByRole('group')).toBeNull();
  act(() => void tellGroup([applied('Quiet')]));
  expect(await screen.findByRole('group', { name: 'Policies of Ada' })).toBeDefined();
  expect(bar().getByRole('button', { name: 'Quiet' })).toBeDefined();
});

test('cards cost no query, and show nothing before the bar has read', () => {
  render(<CardPolicies groupId="g1" client={client(['Quiet'])} board={createPolicyBoard()} />);
  expect(document.body.textContent).toBe('');
});

test('a person whose alias is invisible is named by the user name', () => {
  const { info, ...rest } = client();
  show({ group: [applied('Quiet')] }, { ...rest, info: info && { ...info, alias: '\u200b' } });
  expect(card().getByRole('button', { name: 'Quiet' })).toBeDefined();
});

test('a card says what its device cannot do of its policies', () => {
  const policies = { activePolicies: ['Quiet'], notPossible: ['BlockKeypressDefinition'] };
  show({ group: [applied('Quiet')] }, client([], { statuses: { policies } as unknown as Statuses }));
  expect(screen.getByRole('img', { name: 'Not possible on this device: Block Keypress' })).toBeDefined();
});

test('names are text, also in tooltips', () => {
  show({
    group: [applied('a', { name: '<b>x</b>' }), applied('b', { name: 'x'.repeat(10_000), disabled: true })],
  });
  expect(card().getByRole('button', { name: '<b>x</b>' })).toBeDefined();
  const cut = `${'x'.repeat(200)}… (disabled)`;
  expect(card().getByRole('button', { name: cut }).getAttribute('data-tip')).toBe(cut);
  expect(document.querySelector('b')).toBeNull();
});
