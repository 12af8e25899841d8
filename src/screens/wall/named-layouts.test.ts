import { expect, it, vi } from 'vitest';
import { createFakeStorage } from '#session/fakes/fake-storage.ts';
import { createNamedLayouts } from './named-layouts.ts';

const positions = { c1: { x: 1, y: 2 } };

it('keeps each layout under its trimmed name, and lists them as people count', () => {
  const storage = createFakeStorage({ zoomLevel: '3', 'grid-layout-': 'nameless' });
  const layouts = createNamedLayouts(() => storage);
  expect(layouts.get()).toEqual([]);
  expect(layouts.save(' Room 10 ', positions, 15)).toBe(true);
  expect(layouts.save('Room 9', positions, 40)).toBe(true);
  expect(layouts.save('   ', positions, 40)).toBe(false);
  expect(layouts.get()).toEqual(['Room 9', 'Room 10']);
  expect(layouts.get()).toBe(layouts.get());
  expect(storage.getItem('grid-layout-Room 10')).toContain('c1');
  expect(layouts.open('Room 9')).toMatchObject({ name: 'read', layout: { positions, size: 40 } });
  expect([layouts.has('Room 9 '), layouts.has('Room 8')]).toEqual([true, false]);
});

it('a layout that was deleted comes back as it was', () => {
  const storage = createFakeStorage({ 'grid-layout-a': '{"from":"a newer version"}' });
  const layouts = createNamedLayouts(() => storage);
  const changed = vi.fn();
  layouts.subscribe(changed);
  const bringBack = layouts.remove('a');
  expect(layouts.get()).toEqual([]);
  bringBack();
  expect(storage.getItem('grid-layout-a')).toBe('{"from":"a newer version"}');
  expect(changed).toHaveBeenCalledTimes(2);
});

it('says where the browser has no room', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const storage = createFakeStorage();
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  expect(createNamedLayouts(() => storage).save('a', positions, 15)).toBe(false);
});

it('does without a storage that is blocked', () => {
  const layouts = createNamedLayouts(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  expect(layouts.get()).toEqual([]);
  expect(layouts.open('a')).toEqual({ name: 'refused', why: 'unreadable' });
  expect(layouts.save('a', positions, 15)).toBe(false);
  layouts.remove('a')();
});
