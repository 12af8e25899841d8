import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Info, Statuses } from '#protocol/feedback.ts';
import type { Answer } from '#protocol/live-action.ts';
import { createDeviceStore } from '../../live/device-store.ts';
import type { GroupWatch } from '../../live/group-watch.ts';
import { activities } from '../../shell/activity.ts';
import { ActionBar } from './action-bar.tsx';
import { groupView } from './group-view.ts';

const record = { userId: 'u', authType: 'user' as const, lastUpdated: 0 };
const statuses = (more: Partial<Statuses>) => more as Statuses;

function show() {
  const devices = createDeviceStore();
  devices.apply({
    removed: [],
    changes: ['a', 'b', 'c'].map((clientId) => ({
      ...record,
      clientId,
      isOffline: false,
      info: { user: { id: 'u', name: `Student ${clientId}` }, device: { hostname: clientId } } as Info,
      statuses: statuses({ locked: clientId === 'c' }),
    })),
  });
  const watch: GroupWatch = { id: 'w', devices, look: () => {}, refresh: () => {}, paint: () => () => {} };
  render(<ActionBar watch={watch} groupId="g1" />);
  return devices;
}

const select = (...clientIds: string[]) =>
  act(async () => {
    groupView.clearSelection();
    groupView.selectAll(clientIds);
  });
const button = (name: string) => screen.getByRole('button', { name });
const usable = () =>
  ['Lock', 'Unlock', 'Mute', 'Unmute'].filter(
    (name) => button(name).getAttribute('aria-disabled') !== 'true',
  );
const press = (name: string) => userEvent.click(button(name));

/** The newest action, in short. */
function asked() {
  const run = activities.list()[0]?.run;
  return run && { action: run.action, audience: run.audience };
}

/** As if the devices had answered. */
function answer(states: Record<string, Answer['state']>) {
  const run = activities.list()[0]?.run as unknown as { apply(update: object): void };
  const answers = Object.entries(states).map(([clientId, state]) => ({ clientId, state }));
  act(() => run.apply({ delivery: { name: 'sent', expiresAt: 0 }, answers, ended: true }));
}

const address = (clientId: string) => ({ clientId, userId: 'u', authType: 'user' });

beforeEach(() => groupView.clearSelection());
afterEach(() => {
  cleanup();
  for (const entry of activities.list()) activities.cancel(entry);
});

test('offers what makes sense for the selection, and says why not', async () => {
  show();
  expect(usable()).toEqual([]);
  expect(button('Lock').getAttribute('aria-description')).toBe('Select devices first');
  await select('a');
  expect(usable()).toEqual(['Lock', 'Mute']);
  expect(button('Unlock').getAttribute('data-tip')).toBe('No selected device is locked');
  await select('c');
  expect(usable()).toEqual(['Unlock', 'Mute']);
  await select('a', 'c');
  expect(usable()).toEqual(['Lock', 'Unlock', 'Mute']);
});

test('a button that has nothing to do does nothing, and keeps the focus', async () => {
  show();
  await select('a');
  await press('Unlock');
  expect(asked()).toBeUndefined();
  expect(document.activeElement).toBe(button('Unlock'));
});

test('some devices get a message each', async () => {
  show();
  await select('a', 'c');
  await press('Mute');
  expect(asked()).toEqual({ action: 'mute', audience: { clients: [address('a'), address('c')] } });
  expect([...(activities.list()[0]?.names ?? [])]).toEqual([
    ['a', 'Student a'],
    ['c', 'Student c'],
  ]);
});

test('all devices of the group get one message together', async () => {
  show();
  await select('a', 'b', 'c');
  await press('Lock');
  expect(asked()).toEqual({ action: 'lock', audience: { groupId: 'g1' } });
});

test('undo goes back to how it was: only to devices that were changed and have confirmed', async () => {
  show();
  await select('a', 'b', 'c');
  await press('Lock');
  answer({ a: 'confirmed', b: 'silent', c: 'confirmed' });
  const [entry] = activities.list();
  if (entry) activities.undo(entry);
  expect(asked()).toEqual({ action: 'unlock', audience: { clients: [address('a')] } });
  // And forth again, whatever the devices have reported by now.
  answer({ a: 'confirmed' });
  const [undone] = activities.list();
  if (undone) activities.undo(undone);
  expect(asked()).toEqual({ action: 'lock', audience: { clients: [address('a')] } });
});

test('undo of what changed everybody is one message again, but not when the group is not watched any more', async () => {
  const devices = show();
  await select('a', 'b', 'c');
  await press('Mute');
  answer({ a: 'confirmed', b: 'confirmed', c: 'confirmed' });
  const undo = () => {
    const [entry] = activities.list();
    if (entry) activities.undo(entry);
  };
  undo();
  expect(asked()).toEqual({ action: 'unmute', audience: { groupId: 'g1' } });
  await press('Mute');
  answer({ a: 'confirmed', b: 'confirmed', c: 'confirmed' });
  act(() => devices.clear());
  undo();
  expect(asked()?.audience).toEqual({ clients: ['a', 'b', 'c'].map(address) });
});
