// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetSession } from '../../forget-session.ts';
import { createEventLooks, eventLooks } from './event-looks.ts';

const OWNER = 'console:s t1';
const MORNING = '2026-11-21T08:00:00.000Z';
const NOON = '2026-11-21T12:00:00.000Z';

beforeEach(() => localStorage.clear());

test('a look is kept per person and group, for the next page', () => {
  createEventLooks(() => localStorage).look(OWNER, 'g1', NOON);
  const looks = createEventLooks(() => localStorage);
  expect(looks.lastLook(OWNER, 'g1')).toBe(NOON);
  expect(looks.lastLook(OWNER, 'g2')).toBeUndefined();
  expect(looks.lastLook('console:s t2', 'g1')).toBeUndefined();
});

test('a look never goes back, and tells only when it is newer', () => {
  const looks = createEventLooks(() => localStorage);
  const told = vi.fn();
  const stop = looks.subscribe(told);
  looks.look(OWNER, 'g1', NOON);
  looks.look(OWNER, 'g1', MORNING);
  expect(looks.lastLook(OWNER, 'g1')).toBe(NOON);
  expect(told).toHaveBeenCalledTimes(1);
  stop();
  looks.look(OWNER, 'g2', NOON);
  expect(told).toHaveBeenCalledTimes(1);
});

test('signing out forgets the looks of everybody, and nothing else', () => {
  const looks = createEventLooks(() => localStorage);
  localStorage.setItem('zoomLevel', '40');
  looks.look(OWNER, 'g1', NOON);
  looks.look('console:s t2', 'g1', NOON);
  looks.forget();
  expect(looks.lastLook(OWNER, 'g1')).toBeUndefined();
  expect(Object.keys(localStorage)).toEqual(['zoomLevel']);
});

test.each(['nonsense', '[1]', '{"g1":"yesterday"}', 'null'])('a stored %s is no look at all', (stored) => {
  localStorage.setItem(`lectern.eventLooks.${OWNER}`, stored);
  expect(createEventLooks(() => localStorage).lastLook(OWNER, 'g1')).toBeUndefined();
});

test('where storage is blocked a look holds for this page', () => {
  const looks = createEventLooks(() => {
    throw new Error('blocked');
  });
  looks.look(OWNER, 'g1', NOON);
  expect(looks.lastLook(OWNER, 'g1')).toBe(NOON);
  looks.forget();
  expect(looks.lastLook(OWNER, 'g1')).toBeUndefined();
});

test('the end of a session forgets them', async () => {
  eventLooks.look(OWNER, 'g1', NOON);
  // There is no database here.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await forgetSession();
  expect(eventLooks.lastLook(OWNER, 'g1')).not.toBe(NOON);
});

test('a look that could not be kept any more is newer than what is kept', () => {
  let isFull = false;
  const storage = () =>
    ({
      getItem: (key: string) => localStorage.getItem(key),
      setItem(key: string, value: string) {
        if (isFull) throw new DOMException('full', 'QuotaExceededError');
        localStorage.setItem(key, value);
      },
    }) as Storage;
  const looks = createEventLooks(storage);
  looks.look(OWNER, 'g1', MORNING);
  isFull = true;
  looks.look(OWNER, 'g1', NOON);
  expect(looks.lastLook(OWNER, 'g1')).toBe(NOON);
});
