import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { applied, type Stage, showOnStage } from '#features/policies/fakes/policy-stage.tsx';
import type { Group } from '#protocol/rest/group.ts';
import type { Policy } from '#protocol/rest/policy.ts';
import { session } from '#session/session-state.ts';
import { activities } from '#shell/activity/activity.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { PoliciesTab } from './policies-tab.tsx';

const group: Group = {
  id: 'g1',
  name: '7A',
  title: '7A',
  definitionName: 'userGroup',
  global: false,
  properties: {},
} as Group;
const policy = (id: string, definition: object, disabled = false): Policy => ({
  id,
  name: id,
  meta: {},
  disabled,
  definition: { conditions: [], effects: [], ...definition },
});

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  for (const { id } of activities.list()) activities.close(id);
  session.state = { name: 'unknown' };
  vi.restoreAllMocks();
});

const open = (stage: Stage) => showOnStage(<PoliciesTab group={group} />, stage);
const row = (name: string) => screen.getByText(name).closest('tr') as HTMLElement;
const undoNewest = () => {
  const [newest] = activities.list();
  if (newest) act(() => activities.undo(newest));
};

test('a row says what the policy is, whether it is on, and what it does when', () => {
  open({
    group: [applied('Quiet'), applied('Games', { disabled: true }), applied('Off'), applied('Elsewhere')],
    policies: [
      policy('Quiet', {
        effects: [{ definition: 'MuteDefinition' }, { definition: 'FutureDefinition' }],
        conditions: [
          {
            definition: 'ScheduleConditionDefinition',
            parameters: { periods: [{ day: 1, startTime: '08:00', endTime: '12:00' }] },
          },
        ],
      }),
      policy('Games', { effects: [] }),
      policy('Off', { effects: [{ definition: 'BlockWebsitesDefinition' }] }, true),
    ],
  });
  expect(
    within(row('Quiet')).getByText(
      'On Monday, 08:00 to 12:00: mutes the sound; does something that is not known here.',
    ),
  ).toBeDefined();
  expect(within(row('Quiet')).getByText('Enabled')).toBeDefined();
  expect(within(row('Games')).getByText('Disabled')).toBeDefined();
  expect(within(row('Games')).getByText('Does nothing yet.')).toBeDefined();
  expect(within(row('Off')).getByText('Disabled for the whole site')).toBeDefined();
  expect(within(row('Elsewhere')).getByText('Not known')).toBeDefined();
});

test('Disable Policy writes the flag alone, and can be undone', async () => {
  const quiet = applied('Quiet', { expiry: '2030-01-01T00:00:00.000Z' });
  const { user, written, tellGroup } = open({ group: [quiet, applied('Games')] });
  await user.click(within(row('Quiet')).getByRole('button', { name: 'Disable Policy: Quiet' }));
  await waitFor(() => expect(activities.list()).toHaveLength(1));
  expect(written).toEqual([['groups/g1', { ...quiet, disabled: true }]]);
  act(() => void tellGroup([{ ...quiet, disabled: true }, applied('Games')]));
  expect(await screen.findByRole('button', { name: 'Enable Policy: Quiet' })).toBeDefined();
  undoNewest();
  await waitFor(() => expect(written).toHaveLength(2));
  expect(written[1]).toEqual(['groups/g1', quiet]);
});

test('Enable Policy turns it on again', async () => {
  const { user, written } = open({ group: [applied('Quiet', { disabled: true })] });
  await user.click(screen.getByRole('button', { name: 'Enable Policy: Quiet' }));
  expect(written).toEqual([['groups/g1', applied('Quiet', { disabled: false })]]);
});

test('a policy is removed, the focus stays in the tab, and Undo brings it back as it was', async () => {
  const quiet = applied('Quiet', { disabled: true });
  const { user, written } = open({ group: [quiet, applied('Games')] });
  await user.click(screen.getByRole('button', { name: 'Remove Quiet' }));
  const former = [quiet, applied('Games')];
  expect(written).toEqual([['groups/g1', { policies: [applied('Games')], former }]]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Apply Policy' }));
  await waitFor(() => expect(activities.list()[0]?.run.get().ended).toBe(true));
  undoNewest();
  await waitFor(() => expect(written).toHaveLength(2));
  expect(written[1]).toEqual(['groups/g1', quiet]);
});

test('what others applied meanwhile stays when a policy is removed', async () => {
  const former = [applied('Quiet', { disabled: true }), applied('Games')];
  const { user, written } = open({ group: [applied('Quiet')], read: async () => former });
  await user.click(screen.getByRole('button', { name: 'Remove Quiet' }));
  await waitFor(() => expect(written).toEqual([['groups/g1', { policies: [applied('Games')], former }]]));
});

test('what others have removed meanwhile is not brought back by turning it off', async () => {
  const { user, written } = open({ group: [applied('Quiet')], read: async () => [] });
  await user.click(screen.getByRole('button', { name: 'Disable Policy: Quiet' }));
  expect(await screen.findByText('There are no policies applied to this group')).toBeDefined();
  expect(written).toEqual([]);
  expect(toasts.state.list.at(-1)?.text).toBe(
    'Quiet was not changed: somebody else has changed it meanwhile.',
  );
  for (const { id } of [...toasts.state.list]) toasts.close(id);
});

test.each(['Remove Quiet', 'Disable Policy: Quiet'])(
  'a list that cannot be read anew is not written, and that is said: %s',
  async (name) => {
    const { user, written } = open({
      group: [applied('Quiet')],
      read: () => Promise.reject(new Error('no')),
    });
    await user.click(screen.getByRole('button', { name }));
    await waitFor(() =>
      expect(toasts.state.list.map(({ text }) => text)).toEqual([
        'The policy was not changed: what is applied could not be read. Try it again.',
      ]),
    );
    expect(written).toEqual([]);
    for (const { id } of [...toasts.state.list]) toasts.close(id);
  },
);

test('the focus stays on the button of a policy that could not be removed', async () => {
  const { user } = open({ group: [applied('Quiet')], put: () => Promise.reject(new Error('no')) });
  const remove = screen.getByRole('button', { name: 'Remove Quiet' });
  await user.click(remove);
  await waitFor(() => expect(remove.getAttribute('aria-disabled')).toBe('false'));
  expect(document.activeElement).toBe(remove);
});

test('a row does one thing at a time', async () => {
  let finish: () => void = () => {};
  const { user, written } = open({
    group: [applied('Quiet')],
    put: () => new Promise((resolve) => (finish = () => resolve([]))),
  });
  const button = screen.getByRole('button', { name: 'Disable Policy: Quiet' });
  await user.click(button);
  await user.click(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(written).toHaveLength(1);
  await act(async () => finish());
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'));
});

test('a group without policies says so', () => {
  open({ group: [] });
  expect(screen.getByText('There are no policies applied to this group')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Apply Policy' })).toBeDefined();
});

test('it waits for the list, says when it could not be read, and reads again', async () => {
  const { user, tellGroup } = open({});
  expect(screen.getByText('Loading policies…')).toBeDefined();
  expect(await screen.findByText('The policies of this group could not be read')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  act(() => void tellGroup([applied('Quiet')]));
  expect(await screen.findByText('Quiet')).toBeDefined();
});

test('Apply Policy opens the dialog for the group', async () => {
  const stage = { group: [applied('Quiet')], policies: [policy('Quiet', {}), policy('Games', {})] };
  const { user, written } = open(stage);
  await user.click(screen.getByRole('button', { name: 'Apply Policy' }));
  const dialog = await screen.findByRole('dialog', { name: 'Apply Policy' });
  await user.click(await within(dialog).findByRole('checkbox', { name: 'Games' }));
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(written).toEqual([
    [
      'groups/g1',
      {
        policies: [applied('Quiet'), { policyId: 'Games', disabled: false, disabledTTL: null, expiry: null }],
        former: [applied('Quiet')],
      },
    ],
  ]);
});

test('without policyUser there is nothing to change', () => {
  open({ group: [applied('Quiet')], roles: ['consoleUser'] });
  expect(screen.getByText('Quiet')).toBeDefined();
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('a policy’s name is text, and an endless one is cut', () => {
  open({
    group: [
      applied('a', { name: '<img src=x onerror=alert(1)>' }),
      applied('b', { name: '🧑🏽‍🚀'.repeat(2_000) }),
      applied('c', { name: '\u202egnp.exe' }),
      applied('d', { name: '' }),
    ],
  });
  expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeDefined();
  expect(screen.getByText(`${'🧑🏽‍🚀'.repeat(200)}…`)).toBeDefined();
  expect(screen.getByText('\u2068\u202egnp.exe\u2069')).toBeDefined();
  expect(screen.getByText('Unnamed policy')).toBeDefined();
  expect(document.querySelector('img')).toBeNull();
});
