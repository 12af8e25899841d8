import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { forgetTold, info, lastTold, showCard } from './fakes/shown-card.tsx';

afterEach(() => {
  cleanup();
  forgetTold();
});

const tab = (tabId: string, more: object = {}) => ({
  tabId,
  title: `Page ${tabId}`,
  url: `https://example.org/${tabId}`,
  active: false,
  ...more,
});
const tabs = [tab('1'), tab('2', { active: true })];
const opener = () => screen.getByRole('button', { name: /^\d+ opened / });
const list = () => screen.queryByRole('dialog', { name: /^\d+ opened / });
const audience = { clients: [{ clientId: 'c1', userId: 'u1', authType: 'user' }] };

async function open() {
  const user = userEvent.setup();
  await user.click(opener());
  return user;
}

test('the list is there only while it is open, with all of a long list', async () => {
  showCard({ info: info(), tabs: Array.from({ length: 12 }, (_, i) => tab(String(i))) });
  expect(list()).toBeNull();
  const user = await open();
  const dialog = screen.getByRole('dialog', { name: '12 opened tabs of Ada Lovelace' });
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(12);
  await user.click(opener());
  expect(list()).toBeNull();
});

test('says how many tabs could not be read, also where that is all of them', async () => {
  const { change } = showCard({ info: info(), tabs, moreTabs: 3 });
  await open();
  const dialog = screen.getByRole('dialog', { name: `${tabs.length + 3} opened tabs of Ada Lovelace` });
  expect(within(dialog).getByText('and 3 more that cannot be displayed')).toBeDefined();
  change({ info: info(), tabs: [], moreTabs: 1 });
  expect(screen.getByRole('button', { name: '1 opened tab of Ada Lovelace' })).toBeDefined();
});

test('closes one tab, and all of them', async () => {
  const { change } = showCard({ info: info(), tabs });
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Close Page 1' }));
  expect(lastTold()).toEqual({ action: 'closeTabs', parameters: { tabIds: ['1'] }, audience });
  change({ info: info(), tabs: tabs.slice(1) });
  // The button that had the focus is gone.
  expect(document.activeElement).toBe(list());
  await user.click(screen.getByRole('button', { name: 'Close all' }));
  expect(lastTold()).toEqual({ action: 'closeTabs', parameters: { tabIds: ['2'] }, audience });
});

test('where the device cannot close its tabs, none is offered to be closed, and it says so', async () => {
  showCard({ info: info({ unsupported: ['closeTabs'] }), tabs });
  await open();
  expect(screen.getByRole('button', { name: 'Show Page 1 on the device' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Close / })).toBeNull();
  expect(screen.getByText('This device cannot close what is open on it')).toBeDefined();
});

test('asks before it closes several', async () => {
  showCard({ info: info(), tabs });
  const user = await open();
  const before = lastTold();
  await user.click(screen.getByRole('button', { name: 'Close all' }));
  expect(screen.getByText('Close all 2? Unsaved work may be lost.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(lastTold()).toEqual(before);
  await user.click(screen.getByRole('button', { name: 'Close all' }));
  await user.click(screen.getByRole('button', { name: 'Close all' }));
  expect(lastTold()?.parameters).toEqual({ tabIds: ['1', '2'] });
});

test('a click on a tab shows it on the device', async () => {
  showCard({ info: info(), tabs });
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Show Page 1 on the device' }));
  expect(lastTold()).toEqual({
    action: 'focusTab',
    parameters: { tabId: '1', tabUrl: 'https://example.org/1' },
    audience,
  });
});

test('a click on an application shows it on a device that can', async () => {
  const applications = [{ appId: 'a', windowId: 'w7', title: 'Editor', active: false }];
  showCard({ info: info({ type: 'windowsAgent', abilities: ['focusApp'] }), applications });
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Show Editor on the device' }));
  expect(lastTold()).toEqual({ action: 'focusApp', parameters: { appId: 'w7' }, audience });
});

test('applications are closed by their windows, and not shown by a device that cannot', async () => {
  const applications = [{ appId: 'a', windowId: 'w7', title: 'Editor', active: true }];
  showCard({ info: info({ type: 'windowsAgent' }), applications });
  const user = await open();
  expect(screen.queryByRole('button', { name: 'Show Editor on the device' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Close Editor' }));
  expect(lastTold()).toEqual({ action: 'closeApps', parameters: { appIds: ['w7'] }, audience });
});

test('Escape closes the list and brings the focus back, a press elsewhere closes it', async () => {
  showCard({ info: info(), tabs });
  const user = await open();
  await user.tab();
  expect(list()?.contains(document.activeElement)).toBe(true);
  await user.keyboard('{Escape}');
  expect(list()).toBeNull();
  expect(document.activeElement).toBe(opener());
  await user.click(opener());
  fireEvent.pointerDown(document.body);
  expect(list()).toBeNull();
});

test('nothing open and privacy have no button', () => {
  const { change } = showCard({ info: info(), tabs: [] });
  expect(screen.queryByRole('button', { name: / opened / })).toBeNull();
  change({ info: info(), tabs });
  expect(opener()).toBeDefined();
});

test('when nothing is open any more the list is closed for good, and the focus stays on the card', async () => {
  const { change } = showCard({ info: info(), tabs });
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Close all' }));
  change({ info: info(), tabs: [] });
  expect(list()).toBeNull();
  expect(screen.getByRole('listitem').contains(document.activeElement)).toBe(true);
  change({ info: info(), tabs });
  expect(list()).toBeNull();
  expect(opener().getAttribute('aria-expanded')).toBe('false');
});
