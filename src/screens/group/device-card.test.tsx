import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Info, Statuses } from '#protocol/feedback.ts';
import type { ClientChange } from '#protocol/live-worker.ts';
import { createDeviceStore } from '../../live/device-store.ts';
import type { GroupWatch } from '../../live/group-watch.ts';
import { DeviceCard } from './device-card.tsx';
import { displayChoices } from './display-choices.ts';
import { groupView } from './group-view.ts';
import type { NearCards } from './near-cards.ts';

const record = { clientId: 'c1', userId: 'u1', authType: 'user' as const, lastUpdated: 0 };
const info = (more: Partial<Info> = {}): Info => ({
  ...record,
  type: 'extension',
  version: '3.1',
  displays: [],
  device: { hostname: 'CB-014' },
  user: { id: 'u1', name: 'Ada Lovelace' },
  ...more,
});
const statuses = (more: Partial<Statuses>): Statuses => ({
  ...record,
  privacy: false,
  shareScreen: false,
  screenShared: false,
  nameModal: false,
  screenshareSessionIds: [],
  ...more,
});

function show(change: Partial<ClientChange>) {
  const devices = createDeviceStore();
  const apply = (more: Partial<ClientChange>) =>
    devices.apply({ removed: [], changes: [{ ...record, isOffline: false, ...more, clientId: 'c1' }] });
  apply(change);
  const watch: GroupWatch = { id: 'w', devices, look: () => {}, refresh: () => {}, paint: () => () => {} };
  const visibleCards = { observe: () => () => {}, stop: () => {} };
  const nearCards: NearCards = { show: () => {}, follow: (_, subscribe, call) => subscribe(call) };
  render(
    <ul>
      <DeviceCard watch={watch} clientId="c1" visibleCards={visibleCards} nearCards={nearCards} />
    </ul>,
  );
  return { devices, change: (more: Partial<ClientChange>) => act(() => apply(more)) };
}

beforeEach(() => {
  groupView.clearSelection();
  displayChoices.choose('c1', undefined);
});
afterEach(cleanup);

test('shows user, device and device type with the agent’s version', () => {
  show({ info: info() });
  expect(screen.getByText('Ada Lovelace')).toBeDefined();
  expect(screen.getByText('CB-014')).toBeDefined();
  expect(screen.getByRole('img', { name: 'Chrome OS, agent version 3.1' })).toBeDefined();
});

test('an alias stands in for the user name', () => {
  show({ info: info({ alias: 'Front row' }) });
  expect(screen.getByText('Front row')).toBeDefined();
  expect(screen.queryByText('Ada Lovelace')).toBeNull();
});

test('without a picture it says so, and stops saying so with the first one', () => {
  const { devices } = show({ info: info() });
  expect(screen.getByText('screenshot is unavailable')).toBeDefined();
  act(() => devices.setThumbnailState('c1', 'shown'));
  expect(screen.queryByText('screenshot is unavailable')).toBeNull();
  act(() => devices.setThumbnailState('c1', 'undecodable'));
  expect(screen.getByText('This picture could not be shown')).toBeDefined();
});

test('privacy takes the picture away and names what is off', () => {
  const { devices, change } = show({
    info: info(),
    tabs: [{ tabId: '1', title: 'Secret', url: '', active: true }],
  });
  act(() => devices.setThumbnailState('c1', 'shown'));
  expect(screen.getByRole('img', { name: 'Screen of Ada Lovelace' })).toBeDefined();
  change({ info: info(), statuses: statuses({ privacy: true }) });
  expect(screen.getByText('Privacy is enabled. Tabs monitoring is off.')).toBeDefined();
  expect(screen.queryByRole('img', { name: 'Screen of Ada Lovelace' })).toBeNull();
  expect(screen.queryByText('Secret')).toBeNull();
  change({ info: info({ type: 'windowsAgent' }), statuses: statuses({ privacy: true }) });
  expect(screen.getByText('Privacy is enabled. Application monitoring is off.')).toBeDefined();
});

test('status icons have names, and what is under way is a line', () => {
  show({
    info: info(),
    statuses: statuses({
      locked: true,
      muted: true,
      screenShared: true,
      nameModal: true,
      fullScreen: 'cancelled',
    }),
  });
  for (const name of ['Locked', 'Muted', 'Screen is shared']) {
    expect(screen.getByRole('img', { name })).toBeDefined();
  }
  expect(screen.getByText('Waiting for a name')).toBeDefined();
  expect(screen.getByText('Client cancelled full screen')).toBeDefined();
});

test('text from a device is text', () => {
  show({ info: info({ alias: '<img src=x onerror=alert(1)>' }) });
  expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeDefined();
});

test('lists what is open with the active one by name, nine at most', () => {
  const tabs = Array.from({ length: 11 }, (_, i) => ({
    tabId: String(i),
    title: `Page ${i}`,
    url: '',
    active: i === 2,
  }));
  show({ info: info(), tabs });
  expect(screen.getByText('Page 2')).toBeDefined();
  expect(screen.getByText(/^Opened tabs: Page 0, /).textContent).toBe(
    'Opened tabs: Page 0, Page 1, Page 2, Page 3, Page 4, Page 5, Page 6, Page 7, Page 8, 2 more',
  );
  expect(screen.getByText('…')).toBeDefined();
});

test('is selected by keyboard', async () => {
  const user = userEvent.setup();
  show({ info: info() });
  await user.tab();
  const box = screen.getByRole('checkbox', { name: 'Select Ada Lovelace, CB-014' });
  expect(document.activeElement).toBe(box);
  await user.keyboard(' ');
  expect(groupView.selection).toEqual({ c1: true });
  expect(box).toHaveProperty('checked', true);
});

test('switches between displays, and back to the primary one is no choice', async () => {
  const user = userEvent.setup();
  const displays = [
    { id: 'left', name: 'Left', primary: false },
    { id: 'main', name: 'Main', primary: true },
  ];
  show({ info: info({ displays }) });
  const left = screen.getByRole('button', { name: 'Left' });
  const main = screen.getByRole('button', { name: 'Main (primary)' });
  expect(main.getAttribute('aria-pressed')).toBe('true');
  await user.click(left);
  expect(displayChoices.choices).toEqual({ c1: 'left' });
  expect(left.getAttribute('aria-pressed')).toBe('true');
  await user.click(main);
  expect(displayChoices.choices).toEqual({});
});

test('a fully full-screen device has no display switcher, one display neither', () => {
  const displays = [
    { id: '1', primary: true },
    { id: '2', primary: false },
  ];
  const { change } = show({ info: info({ displays }), statuses: statuses({ fullScreen: 'FULL' }) });
  expect(screen.queryByRole('button')).toBeNull();
  change({ info: info({ displays: displays.slice(0, 1) }), statuses: statuses({}) });
  expect(screen.queryByRole('button')).toBeNull();
});
