import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEVICE_ACTIONS } from '#domain/devices/device-actions.ts';
import type { ActionRun } from '#live/action-run.ts';
import type { Answer } from '#protocol/threads/live-action.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { activities } from '#shell/activity/activity.ts';
import { ACTION_ENTRIES } from '../action-entries/action-entries.ts';
import { ActionBar } from './action-bar.tsx';
import type { ActionPlace, ActionTarget } from './action-target.ts';
import { createFakeTargets, fakeTarget } from './fakes/fake-targets.ts';

function signIn(...roles: string[]) {
  session.state = signedIn({ roles });
}
beforeEach(() => signIn());
afterEach(() => {
  for (const entry of activities.list()) activities.cancel(entry);
  session.state = { name: 'unknown' };
});

const [a, b, locked, chrome] = [
  fakeTarget('a'),
  fakeTarget('b'),
  fakeTarget('c', { isLocked: true }),
  fakeTarget('d', { system: 'browser' }),
];
const ALL = new Set(['a', 'b', 'c', 'd']);

function show(
  targets: readonly ActionTarget[] = [],
  place: ActionPlace = {
    kind: 'group',
    groupId: 'g1',
    title: '7A',
    isWhole: (some) => some.length === ALL.size,
  },
) {
  const store = createFakeTargets(targets);
  render(<ActionBar entries={ACTION_ENTRIES} targets={store} place={place} />);
  return { select: (...next: ActionTarget[]) => act(() => store.set(next)) };
}

const button = (name: string) => screen.getByRole('button', { name });
const description = (name: string) => button(name).getAttribute('aria-description');
const usable = () =>
  screen
    .getAllByRole('button')
    .filter((each) => each.getAttribute('aria-disabled') === 'false')
    .map((each) => each.textContent);
const press = (name: string) => userEvent.click(button(name));

/** The newest action, in short. */
function asked() {
  const run = activities.list()[0]?.run as ActionRun | undefined;
  return run && { action: run.action, audience: run.audience };
}

/** As if the devices had answered. */
function answer(states: Record<string, Answer['state']>) {
  const run = activities.list()[0]?.run as unknown as { apply(update: object): void };
  const answers = Object.entries(states).map(([clientId, state]) => ({ clientId, state }));
  act(() => run.apply({ delivery: { name: 'sent', expiresAt: 0 }, answers, ended: true }));
}
const undo = () => {
  const [entry] = activities.list();
  if (entry) activities.undo(entry);
};
const address = (clientId: string) => ({ clientId, userId: `u-${clientId}`, authType: 'user' });

test('offers what makes sense for the selection, and says why not', () => {
  const { select } = show();
  expect(usable()).toEqual([]);
  expect(description('Lock')).toBe('Select devices first');
  select(a);
  expect(usable()).toEqual(expect.arrayContaining(['Lock', 'Mute', 'Block Inputs', 'Power Actions']));
  expect(button('Unlock').getAttribute('data-tip')).toBe('No selected device is locked');
  expect(description('Full Screen')).toBe('Some selected clients do not support this action');
  select(locked);
  expect(usable()).not.toContain('Lock');
  expect(description('Lock')).toBe('All selected devices are locked');
  select(a, locked);
  expect(usable()).toEqual(expect.arrayContaining(['Lock', 'Unlock']));
});

test('a mixed selection: the button works, warns, and goes only to those meant', async () => {
  show([a, chrome]);
  expect(button('Full Screen').getAttribute('aria-disabled')).toBe('false');
  expect(description('Full Screen')).toBe('Some selected clients do not support this action');
  expect(description('Mute')).toBeNull();
  await press('Full Screen');
  expect(asked()).toEqual({ action: 'fullScreen', audience: { clients: [address('d')] } });
});

test('the screen of one device speaks of this device', () => {
  show([chrome], { kind: 'device', clientId: 'a' });
  expect(screen.getByRole('toolbar', { name: 'Actions for this device' })).toBeDefined();
  expect(description('Remote Login')).toBe('This device does not support this action');
  expect(description('Unmute')).toBe('This device is not muted');
});

test('a device that is not online can be told nothing', () => {
  show([fakeTarget('x', { isOnline: false })]);
  expect(description('Mute')).toBe('No selected device is online');
});

test('a button that has nothing to do does nothing, and keeps the focus', async () => {
  show([a]);
  await press('Unlock');
  expect(asked()).toBeUndefined();
  expect(document.activeElement).toBe(button('Unlock'));
});

test.each([
  ['Mute', 'mute', {}],
  ['Block Inputs', 'userInputs', {}],
  ['Request Name', 'requestName', {}],
])('%s is done at once', async (name, action) => {
  show([a, locked]);
  await press(name);
  expect(asked()).toEqual({ action, audience: { clients: [address('a'), address('c')] } });
  expect([...(activities.list()[0]?.names ?? [])]).toEqual([
    ['a', 'Student a'],
    ['c', 'Student c'],
  ]);
});

test('all devices of the group get one message together', async () => {
  show([a, b, locked, chrome]);
  await press('Mute');
  expect(asked()).toEqual({ action: 'mute', audience: { groupId: 'g1' } });
});

test('undo goes back to how it was: only to devices that were changed and have confirmed', async () => {
  show([a, b, fakeTarget('c', { isMuted: true })]);
  await press('Mute');
  answer({ a: 'confirmed', b: 'silent', c: 'confirmed' });
  undo();
  expect(asked()).toEqual({ action: 'unmute', audience: { clients: [address('a')] } });
  // And forth again, whatever the devices have reported by now.
  answer({ a: 'confirmed' });
  undo();
  expect(asked()).toEqual({ action: 'mute', audience: { clients: [address('a')] } });
});

test('undo of what changed everybody is one message again', async () => {
  show([a, b, fakeTarget('c'), chrome]);
  await press('Block Inputs');
  answer({ a: 'confirmed', b: 'confirmed', c: 'confirmed', d: 'confirmed' });
  undo();
  expect(asked()).toEqual({ action: 'userInputs', audience: { groupId: 'g1' } });
});

test('undo of full screen ends it', async () => {
  show([chrome]);
  await press('Full Screen');
  answer({ d: 'confirmed' });
  undo();
  expect(asked()).toEqual({ action: 'fullScreen', audience: { clients: [address('d')] } });
  const run = activities.list()[0]?.run as ActionRun | undefined;
  expect(run?.request.parameters).toEqual({ enabled: false });
});

test('a name that is asked for cannot be taken back', async () => {
  show([a]);
  await press('Request Name');
  answer({ a: 'confirmed' });
  const [entry] = activities.list();
  expect(entry && activities.canUndo(entry)).toBe(false);
});

test('arrows, Home and End move in the bar, which is one stop of the Tab key', async () => {
  show([a]);
  const user = userEvent.setup();
  await user.tab();
  expect(document.activeElement).toBe(button('Notification'));
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(button('Launch'));
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  const last = screen.getAllByRole('button').at(-1);
  expect(document.activeElement).toBe(last);
  await user.keyboard('{Home}');
  expect(document.activeElement).toBe(button('Notification'));
  await user.tab();
  expect(document.activeElement).toBe(document.body);
});

test('every action has its button, in the order of the rules', () => {
  show([a]);
  const actions = screen.getAllByRole('button').map((each) => each.dataset.action);
  // Policies and access are for those who may; a share is begun where there is none; site lists delete.
  const elsewhere = new Set(['policies', 'stopSharing', 'shutOut', 'letIn', 'delete']);
  expect(actions).toEqual(DEVICE_ACTIONS.filter((each) => !elsewhere.has(each)));
});

test('policies are there for whom may use them', () => {
  signIn('policyUser');
  show([a]);
  expect(screen.getAllByRole('button').at(-1)?.dataset.action).toBe('policies');
});

test('while a device takes part in a share it can be ended, and no other one begun', async () => {
  const { select } = show([a]);
  expect(screen.queryByRole('button', { name: 'Stop Sharing' })).toBeNull();
  select(a, fakeTarget('s', { isSharing: true }));
  expect(screen.queryByRole('button', { name: 'Share Screen' })).toBeNull();
  await press('Stop Sharing');
  expect(asked()?.action).toBe('stopShareScreen');
});

describe('somebody of the group shares who is not selected', () => {
  const [near, far] = [fakeTarget('s', { isSharing: true }), fakeTarget('t', { isSharing: true })];
  const showSharing = (...selected: ActionTarget[]) => {
    const sharing = createFakeTargets([near, far]);
    const place = { kind: 'group', groupId: 'g1', title: '7A', isWhole: () => false, sharing } as const;
    return { sharing, ...show(selected, place) };
  };

  test.each([
    ['nobody is selected', [], ['s', 't']],
    ['others are selected', [a, b], ['s', 't']],
    ['one of those who share is selected', [a, far], ['t']],
  ] as const)('%s: it can be ended', async (_, selected, told) => {
    showSharing(...selected);
    expect(screen.queryByRole('button', { name: 'Share Screen' })).toBeNull();
    expect(description('Stop Sharing')).toBeNull();
    await press('Stop Sharing');
    expect(asked()).toEqual({ action: 'stopShareScreen', audience: { clients: told.map(address) } });
  });

  test('once nobody shares any more, a share can be begun', () => {
    const { sharing } = showSharing(a);
    act(() => sharing.set([]));
    expect(screen.queryByRole('button', { name: 'Stop Sharing' })).toBeNull();
    expect(button('Share Screen').getAttribute('aria-disabled')).toBe('false');
  });
});

test('what a policy holds is the reason why it cannot be lifted', () => {
  show([fakeTarget('a', { isLockedByPolicy: true, isMutedByPolicy: true })]);
  expect(description('Unlock')).toBe('Locked by a policy: disable it to unlock');
  expect(description('Unmute')).toBe('Muted by a policy: disable it to unmute');
});

test('a dialog says who has left since it was opened, and sends nothing to them', async () => {
  const { select } = show([a, b]);
  await press('Notification');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Message' }), 'Hello');
  select(b);
  expect(screen.getByText('is not connected any more.').textContent).toBe(
    'Student a is not connected any more.',
  );
  select();
  const send = button('Send');
  expect(send.getAttribute('aria-disabled')).toBe('true');
  select(b);
  await userEvent.click(send);
  expect(asked()?.audience).toEqual({ clients: [b.recipient] });
});

test('for one device it begins with what one does with a screen; in a group the order is as ever', () => {
  const titles = () => [...document.querySelectorAll('[data-action]')].map((each) => each.textContent);
  const { unmount } = render(
    <ActionBar
      entries={ACTION_ENTRIES}
      targets={createFakeTargets([a])}
      place={{ kind: 'device', clientId: 'a' }}
    />,
  );
  expect(titles().slice(0, 3)).toEqual(['Remote Control', 'Share Screen', 'Screenshot']);
  const ofDevice = new Set(titles());
  unmount();
  show([a]);
  expect(titles()[0]).not.toBe('Remote Control');
  expect(new Set(titles())).toEqual(ofDevice);
});
