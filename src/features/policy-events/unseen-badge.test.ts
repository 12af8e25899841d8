// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { createUnseenBadge } from './unseen-badge.ts';

const ME = 'console:s t1';
const DAY_MS = 86_400_000;

let now = 0;
let icon: number | undefined;
/** Whose sessions this browser has. */
let owners: ReadonlySet<string>;
const setAppBadge = vi.fn(async (count: number) => {
  icon = count;
});
const clearAppBadge = vi.fn(async () => {
  icon = undefined;
});

beforeEach(() => {
  localStorage.clear();
  now = Date.parse('2026-03-04T10:00:00Z');
  icon = undefined;
  owners = new Set([ME, 'console:s t2']);
  vi.clearAllMocks();
});

/** A tab of this browser. */
const openTab = (badge = {}) =>
  createUnseenBadge({
    storage: () => localStorage,
    badge: () => ({ setAppBadge, clearAppBadge, ...badge }),
    nowMs: () => now,
    isOwner: (owner) => owners.has(owner),
  });

test('the icon counts what nobody has looked at in any tab, each alert once', () => {
  const [one, other] = [openTab(), openTab()];
  one.tell(ME, 'g1', ['a', 'b']);
  expect(icon).toBe(2);
  // The same student is in both groups.
  other.tell(ME, 'g2', ['b', 'c']);
  expect(icon).toBe(3);
  one.storageChanged(`lectern.unseenAlerts.${ME}`);
  one.tell(ME, 'g1', []);
  expect(icon).toBe(2);
  other.tell(ME, 'g2', []);
  expect(icon).toBeUndefined();
});

test('the icon does not count what a site has told whose session is over, until there is one again', () => {
  const before = openTab();
  before.tell(ME, 'g1', ['a']);
  before.tell('console:s t2', 'g1', ['b', 'c']);
  expect(icon).toBe(3);
  owners = new Set([ME]);
  const tab = openTab();
  tab.storageChanged('lectern.sessions.console:s');
  expect(icon).toBe(1);
  tab.tell(ME, 'g1', ['a', 'd']);
  expect(icon).toBe(2);
  owners = new Set([ME, 'console:s t2']);
  tab.tell(ME, 'g1', ['a']);
  expect(icon).toBe(3);
});

test('the system is told only when the number is another', () => {
  const tab = openTab();
  tab.tell(ME, 'g1', ['a']);
  tab.tell(ME, 'g1', ['a']);
  tab.storageChanged('zoomLevel');
  tab.storageChanged(`lectern.unseenAlerts.${ME}`);
  expect(setAppBadge).toHaveBeenCalledTimes(1);
});

test('signing out takes the number away, of every person, and also what an earlier page has left', () => {
  openTab().tell(ME, 'g1', ['a']);
  openTab().tell('console:s t2', 'g1', ['b']);
  localStorage.setItem('zoomLevel', '40');
  openTab().forget();
  expect(icon).toBeUndefined();
  expect(clearAppBadge).toHaveBeenCalledTimes(1);
  expect(Object.keys(localStorage)).toEqual(['zoomLevel']);
});

test('what has not changed for a week rings no more', () => {
  openTab().tell(ME, 'g1', ['a']);
  now += 7 * DAY_MS;
  openTab().tell(ME, 'g2', ['b']);
  expect(icon).toBe(1);
});

test.each(['nonsense', '[1]', '{"g1":{"at":"now"}}', 'null'])('a stored %s is nothing', (stored) => {
  localStorage.setItem(`lectern.unseenAlerts.${ME}`, stored);
  openTab().tell(ME, 'g2', ['b']);
  expect(icon).toBe(1);
});

test('where the system has no badge, or refuses one, nothing fails', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => {});
  openTab({ setAppBadge: undefined, clearAppBadge: undefined }).tell(ME, 'g1', ['a']);
  openTab({ setAppBadge: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }).tell(ME, 'g1', [
    'a',
  ]);
  await vi.waitFor(() => expect(info).toHaveBeenCalledTimes(1));
});
