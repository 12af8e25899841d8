import { expect, test } from 'vitest';
import { createFakeStorage } from '#session/fakes/fake-storage.ts';
import { createDisplayChoices } from './display-choices.ts';

test('a chosen display is kept for the next visit', () => {
  const storage = createFakeStorage();
  createDisplayChoices(() => storage).choose('device', 'second');
  expect(createDisplayChoices(() => storage).choices).toEqual({ device: 'second' });
});

test('choosing the primary display forgets the device', () => {
  const storage = createFakeStorage({ clientDisplayMap: '{"device":"second"}' });
  const display = createDisplayChoices(() => storage);
  display.choose('device', undefined);
  expect(storage.getItem('clientDisplayMap')).toBe('{}');
});

test('two tabs keep each other’s choices', () => {
  const storage = createFakeStorage();
  const [one, other] = [createDisplayChoices(() => storage), createDisplayChoices(() => storage)];
  one.choose('a', 'second');
  other.choose('b', 'third');
  expect(createDisplayChoices(() => storage).choices).toEqual({ a: 'second', b: 'third' });
  one.choose('a', undefined);
  expect(createDisplayChoices(() => storage).choices).toEqual({ b: 'third' });
  expect(one.choices).toEqual({ b: 'third' });
});

test.each(['nonsense', '[1]', '{"a":5}', 'null'])('a stored %s is no choice at all', (stored) => {
  const storage = createFakeStorage({ clientDisplayMap: stored });
  expect(createDisplayChoices(() => storage).choices).toEqual({});
});

test('a wall keeps choices of its own', () => {
  const storage = createFakeStorage({ clientDisplayMap: '{"device":"second"}' });
  const ofWall = createDisplayChoices(() => storage, 'gridClientDisplayMap');
  expect(ofWall.choices).toEqual({});
  ofWall.choose('device', 'third');
  expect(storage.getItem('gridClientDisplayMap')).toBe('{"device":"third"}');
  expect(storage.getItem('clientDisplayMap')).toBe('{"device":"second"}');
});
