import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { displayChoices } from '#live/display-choices.ts';
import { debugWatch } from '#live/live-connection.ts';
import { info, showCard, statuses } from './fakes/shown-card.tsx';

beforeEach(() => {
  displayChoices.choose('c1', undefined);
});
afterEach(cleanup);

test('shows user, device and device type with the agent’s version', () => {
  showCard({ info: info() });
  expect(screen.getByText('Ada Lovelace')).toBeDefined();
  expect(screen.getByText('CB-014')).toBeDefined();
  expect(screen.getByRole('img', { name: 'Chrome OS, agent version 3.1' })).toBeDefined();
});

test('an alias stands in for the user name', () => {
  showCard({ info: info({ alias: 'Front row' }) });
  expect(screen.getByText('Front row')).toBeDefined();
  expect(screen.queryByText('Ada Lovelace')).toBeNull();
});

test('without a picture it says so, and stops saying so with the first one', () => {
  const { devices } = showCard({ info: info() });
  expect(screen.getByText('screenshot is unavailable')).toBeDefined();
  act(() => devices.setThumbnailState('c1', 'shown'));
  expect(screen.queryByText('screenshot is unavailable')).toBeNull();
  act(() => devices.setThumbnailState('c1', 'undecodable'));
  expect(screen.getByText('This picture could not be shown')).toBeDefined();
});

test('a dark card that is far from view is its words alone, and asks nobody why it is dark', () => {
  const watching = new Set<() => readonly string[]>();
  vi.spyOn(debugWatch, 'watch').mockImplementation((_of, _onReport, clientIds = () => []) => {
    watching.add(clientIds);
    return () => void watching.delete(clientIds);
  });
  const asked = () => [...watching].flatMap((clientIds) => clientIds());
  const { setFar } = showCard({ info: info() });
  const face = () => screen.getByText('screenshot is unavailable').closest('p');
  expect(face()?.querySelector('svg')).not.toBeNull();
  expect(asked()).toEqual(['c1']);
  setFar('c1');
  expect(face()?.querySelector('svg')).toBeNull();
  expect(asked()).toEqual([]);
  setFar();
  expect(face()?.querySelector('svg')).not.toBeNull();
  expect(asked()).toEqual(['c1']);
  vi.restoreAllMocks();
});

test('privacy takes the picture away and names what is off', () => {
  const { devices, change } = showCard({
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
  showCard({
    info: info(),
    statuses: statuses({
      locked: true,
      muted: true,
      inputsBlocked: true,
      screenShared: true,
      nameModal: true,
      fullScreen: 'cancelled',
    }),
  });
  for (const name of [
    'Locked',
    'Muted',
    'Takes part in a screen share',
    'Keyboard and pointer are blocked',
  ]) {
    expect(screen.getByRole('img', { name })).toBeDefined();
  }
  expect(screen.getByText('Waiting for a name')).toBeDefined();
  expect(screen.getByText('Client cancelled full screen')).toBeDefined();
});

test('text from a device is text', () => {
  showCard({ info: info({ alias: '<img src=x onerror=alert(1)>' }) });
  expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeDefined();
});

test('lists what is open with the active one by name, nine at most', () => {
  const tabs = Array.from({ length: 11 }, (_, i) => ({
    tabId: String(i),
    title: `Page ${i}`,
    url: '',
    active: i === 2,
  }));
  showCard({ info: info(), tabs });
  expect(screen.getByText('Page 2')).toBeDefined();
  expect(screen.getByText(/^Opened tabs: Page 0, /).textContent).toBe(
    'Opened tabs: Page 0, Page 1, Page 2, Page 3, Page 4, Page 5, Page 6, Page 7, Page 8, 2 more',
  );
  expect(screen.getByText('…')).toBeDefined();
});

test('is selected by keyboard', async () => {
  const user = userEvent.setup();
  const { stores } = showCard({ info: info() });
  await user.tab();
  const box = screen.getByRole('checkbox', { name: 'Select Ada Lovelace, CB-014' });
  expect(document.activeElement).toBe(box);
  await user.keyboard(' ');
  expect(stores.selection).toEqual({ c1: true });
  expect(box).toHaveProperty('checked', true);
});

test('switches between displays, and back to the primary one is no choice', async () => {
  const user = userEvent.setup();
  const displays = [
    { id: 'left', name: 'Left', primary: false },
    { id: 'main', name: 'Main', primary: true },
  ];
  showCard({ info: info({ displays }) });
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
  const { change } = showCard({ info: info({ displays }), statuses: statuses({ fullScreen: 'FULL' }) });
  const switcher = () => screen.queryByRole('group', { name: 'Displays of Ada Lovelace' });
  expect(switcher()).toBeNull();
  change({ info: info({ displays }), statuses: statuses({}) });
  expect(switcher()).not.toBeNull();
  change({ info: info({ displays: displays.slice(0, 1) }), statuses: statuses({}) });
  expect(switcher()).toBeNull();
});

test('a press on the picture opens the device, and its link has a name of its own', () => {
  showCard({ info: info() });
  const link = screen.getByRole('link', { name: 'Open Ada Lovelace' });
  expect(link.getAttribute('href')).toBe('/group/g1/user/u1/client/c1');
  expect(link.querySelector('canvas')).not.toBeNull();
  expect(link.querySelector('button')).toBeNull();
});
