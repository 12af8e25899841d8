import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { applied, type Stage, showOnStage } from '#features/policies/fakes/policy-stage.tsx';
import type { PlacedPolicy, Policy } from '#protocol/rest/policy.ts';
import { session } from '#session/session-state.ts';
import { activities } from '#shell/activity/activity.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { PoliciesScreen } from './policies-screen.tsx';

const MAINTAINER = { roles: ['policyUser', 'policyMaintainer'] };

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  for (const { id } of activities.list()) activities.close(id);
  for (const { id } of [...toasts.state.list]) toasts.close(id);
  session.state = { name: 'unknown' };
  vi.restoreAllMocks();
});

const policy = (name: string, over: Partial<Policy> = {}): Policy => ({
  id: name.toLowerCase(),
  name,
  meta: { icon: { base: '', color: '#1565c0', icon: 'mdi-lock' } },
  definition: { effects: [{ definition: 'MuteDefinition', parameters: {} }], conditions: [] },
  disabled: false,
  appliedTo: { groups: 0, users: 0, devices: 0 },
  ...over,
});
const place = (policyId: string, kind: PlacedPolicy['kind'], name: string): PlacedPolicy => ({
  id: `${policyId} ${name}`,
  policyId,
  kind,
  targetId: name.toLowerCase(),
  name,
  disabled: false,
});

async function open(stage: Stage, tab = 'catalogue') {
  const root = createRootRoute();
  const policies = createRoute({ getParentRoute: () => root, path: 'policies', component: PoliciesScreen });
  const tabs = ['catalogue', 'applied-to-groups', 'applied-to-users'].map((path) =>
    createRoute({ getParentRoute: () => policies, path }),
  );
  const group = createRoute({ getParentRoute: () => root, path: 'group/$groupId' });
  const user = createRoute({
    getParentRoute: () => root,
    path: 'users/$userId/device/$deviceId/{-$deviceManagementId}',
  });
  const history = createMemoryHistory({ initialEntries: [`/policies/${tab}`] });
  const router = createRouter({
    routeTree: root.addChildren([policies.addChildren(tabs), group, user]),
    history,
  });
  const shown = showOnStage(<RouterProvider router={router as never} />, { ...MAINTAINER, ...stage });
  await screen.findByRole('heading', { name: 'Policies' });
  return { ...shown, router };
}
const row = (name: string) => screen.getByText(name).closest('tr') as HTMLElement;
async function choose(user: Awaited<ReturnType<typeof open>>['user'], name: string, item: string) {
  await user.click(screen.getByRole('button', { name: `Actions for ${name}` }));
  await user.click(screen.getByRole('menuitem', { name: item }));
}
const SITES: Policy['definition'] = {
  effects: [{ definition: 'BlockWebsitesDefinition', parameters: { urls: ['games.example'] } }],
  conditions: [
    {
      definition: 'ScheduleConditionDefinition',
      parameters: { periods: [{ day: 1, startTime: '08:00', endTime: '12:00' }] },
    },
  ],
};

test('a row says what a policy does, when, and where it is applied', async () => {
  await open({
    policies: [
      policy('Quiet'),
      policy('Games', { definition: SITES, appliedTo: { groups: 2, users: 0, devices: 1 } }),
      policy('Off', { disabled: true }),
    ],
    placed: [place('games', 'devices', 'PC-1'), place('games', 'groups', '7A')],
  });
  const games = within(row('Games'));
  expect(games.getByText('On Monday, 08:00 to 12:00: blocks games.example.')).toBeDefined();
  expect(games.getByText('Block Websites')).toBeDefined();
  expect(games.getByText('Schedule')).toBeDefined();
  expect(games.getByText('2 groups, 1 device')).toBeDefined();
  expect(games.getByText('7A, PC-1 and 1 more')).toBeDefined();
  expect(within(row('Quiet')).getByText('Nowhere')).toBeDefined();
  expect(within(row('Off')).getByText('Disabled for the whole site')).toBeDefined();
});

test('the search looks at names, effects, conditions and sentences', async () => {
  const { user } = await open({ policies: [policy('Quiet'), policy('Games', { definition: SITES })] });
  const names = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((each) => within(each).getAllByRole('cell')[0]?.textContent);
  for (const [typed, found] of [
    ['block web', 'Games'],
    ['schedule', 'Games'],
    ['games.EXAMPLE', 'Games'],
    ['quiet', 'Quiet'],
  ] as const) {
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), typed);
    await waitFor(() => expect(names()).toEqual([expect.stringContaining(found)]));
  }
  await user.type(screen.getByRole('searchbox'), 'zzz');
  expect(await screen.findByText('No matching policies found')).toBeDefined();
});

test('without a policy it says so, and a maintainer makes one', async () => {
  const { user } = await open({ policies: [] });
  expect(screen.getByText('There are no policies created yet')).toBeDefined();
  expect(screen.getByText('Create your first policy by clicking the “+ Add Policy” button')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Add Policy' }));
  expect(await screen.findByRole('dialog', { name: 'Create new policy' })).toBeDefined();
});

test('without a policy, others are told who creates them', async () => {
  await open({ roles: ['policyUser'], policies: [] });
  expect(screen.getByText('There are no policies created yet')).toBeDefined();
  expect(screen.getByText('Policies are created by tutors with the Policy Maintainer role.')).toBeDefined();
});

test.each([[['policyUser']], [['groupMaintainer']], [[]]])(
  'with the roles %j nothing can be changed',
  async (roles) => {
    await open({ roles, policies: [policy('Quiet')] });
    expect(screen.getByText('Quiet')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Add Policy' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
  },
);

test('Edit Policy opens the policy, Duplicate a copy of it', async () => {
  const { user } = await open({ policies: [policy('Quiet')] });
  await choose(user, 'Quiet', 'Edit Policy');
  const edit = within(await screen.findByRole('dialog', { name: 'Edit policy' }));
  expect(edit.getByLabelText<HTMLInputElement>('Policy name').value).toBe('Quiet');
  await user.click(edit.getByRole('button', { name: 'Cancel' }));
  await choose(user, 'Quiet', 'Duplicate');
  const copy = within(await screen.findByRole('dialog', { name: 'Create new policy' }));
  expect(copy.getByLabelText<HTMLInputElement>('Policy name').value).toBe('Copy of Quiet');
  expect(copy.getByRole('button', { name: 'Remove Mute' })).toBeDefined();
});

test('Disable Policy saves the flag, and all else as it is', async () => {
  const { user, saved } = await open({ policies: [policy('Quiet')] });
  await choose(user, 'Quiet', 'Disable Policy');
  await waitFor(() =>
    expect(toasts.state.list.map(({ text }) => text)).toEqual(['Quiet is disabled for the whole site']),
  );
  expect(saved).toMatchObject([
    ['quiet', { name: 'Quiet', disabled: true, definition: { effects: [{ definition: 'MuteDefinition' }] } }],
  ]);
});

test('Delete Policy says where it ends, also where this tutor does not see it', async () => {
  const { user, removed } = await open({
    policies: [policy('Quiet', { appliedTo: { groups: 2, users: 1, devices: 0 } })],
    placed: [place('quiet', 'users', 'Ann'), place('quiet', 'groups', '7A')],
  });
  await choose(user, 'Quiet', 'Delete Policy');
  const dialog = within(screen.getByRole('dialog', { name: 'Delete Quiet?' }));
  expect(dialog.getByText('Applied to 2 groups, 1 user, where it stops at once:')).toBeDefined();
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '7A',
    'Ann',
    'and to 1 more that you do not see',
  ]);
  expect(removed).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Delete Policy' }));
  await waitFor(() => expect(removed).toEqual(['quiet']));
  expect(await screen.findByText('There are no policies created yet')).toBeDefined();
});

test('a policy that could not be deleted stays, and the dialog says why', async () => {
  const { user } = await open({ policies: [policy('Quiet')], remove: () => Promise.reject(new Error('no')) });
  await choose(user, 'Quiet', 'Delete Policy');
  await user.click(screen.getByRole('button', { name: 'Delete Policy' }));
  expect(await screen.findByText(/^The policy could not be deleted\./)).toBeDefined();
  expect(screen.getByText('It is not applied to anything.')).toBeDefined();
});

test('what a colleague changes is shown at once', async () => {
  const { tellPolicies } = await open({ policies: [policy('Quiet')] });
  act(() => void tellPolicies([policy('Silence')]));
  expect(await screen.findByText('Silence')).toBeDefined();
  expect(screen.queryByText('Quiet')).toBeNull();
});

test('each tab has its address, by keyboard too', async () => {
  const { user, router } = await open({ policies: [policy('Quiet')], placed: [] });
  await user.click(screen.getByRole('tab', { name: 'Catalogue' }));
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/policies/applied-to-groups'));
  expect(await screen.findByText('There are no policies applied to groups')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Applied to groups' }));
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/policies/applied-to-users'));
  expect(await screen.findByText('There are no policies applied to users')).toBeDefined();
});

const EVERYWHERE = {
  policies: [policy('Quiet'), policy('Games', { disabled: true })],
  placed: [
    place('quiet', 'groups', '7A'),
    { ...place('games', 'groups', '7B'), disabled: true },
    place('games', 'groups', '7C'),
    { ...place('quiet', 'users', 'Ann'), clientId: 'c1' },
    place('quiet', 'devices', 'PC-1'),
  ],
};

test('Applied to groups lists each policy of each group, and is filtered by policy', async () => {
  const { user } = await open(EVERYWHERE, 'applied-to-groups');
  const rows = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent);
  expect(rows()).toEqual(['7AQuietEnabled', '7BGamesDisabled', '7CGamesDisabled for the whole site']);
  expect(screen.getByRole('link', { name: '7A' }).getAttribute('href')).toBe('/group/7a?tab=policies');
  await user.selectOptions(screen.getByLabelText('Policy'), 'Games');
  expect(rows()).toHaveLength(2);
  await user.type(screen.getByRole('searchbox'), '7C');
  await waitFor(() => expect(rows()).toHaveLength(1));
});

test('Applied to users lists people and single devices', async () => {
  await open(EVERYWHERE, 'applied-to-users');
  const rows = screen
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);
  expect(rows).toEqual(['AnnUserQuietEnabled', 'PC-1DeviceQuietEnabled']);
  expect(screen.getByRole('link', { name: 'Ann' }).getAttribute('href')).toBe('/users/ann/device/c1');
});

test('a policyUser takes a policy off a group, and can undo it', async () => {
  const former = [applied('quiet', { name: 'Quiet' }), applied('other')];
  const { user, written } = await open(
    {
      ...EVERYWHERE,
      roles: ['policyUser'],
      read: async () => former,
    },
    'applied-to-groups',
  );
  await user.click(screen.getByRole('button', { name: 'Remove Quiet from 7A' }));
  await waitFor(() => expect(written).toEqual([['groups/7a', { policies: [applied('other')], former }]]));
  await waitFor(() => expect(activities.list()[0]?.run.get().ended).toBe(true));
  const [newest] = activities.list();
  if (newest) act(() => activities.undo(newest));
  await waitFor(() => expect(written[1]).toEqual(['groups/7a', applied('quiet', { name: 'Quiet' })]));
});

test('without policyUser nothing is taken off', async () => {
  await open({ ...EVERYWHERE, roles: ['policyMaintainer'] }, 'applied-to-groups');
  expect(screen.getByText('7A')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
});
