import { expect, test } from 'vitest';
import { placementBeside } from './place-beside.ts';

const page = { width: 1_440, height: 900 };
const button = { left: 12, top: 840, bottom: 884 };

test('below the button, where it fits', () => {
  const at = placementBeside({ left: 12, top: 10, bottom: 40 }, { width: 200, height: 300 }, page);
  expect(at).toEqual({ left: 12, top: 44, maxHeight: 848 });
});

test('above a button at the foot of the window, with its lower edge where it is, however much it grows', () => {
  const before = placementBeside(button, { width: 300, height: 120 }, page);
  const after = placementBeside(button, { width: 300, height: 700 }, page);
  expect(before).toEqual({ left: 12, bottom: 64, maxHeight: 828 });
  expect(after).toEqual(before);
});

test('one that is higher than the room scrolls, and never covers its button', () => {
  const at = placementBeside(button, { width: 300, height: 2_000 }, page);
  expect(at).toEqual({ left: 12, bottom: 64, maxHeight: 828 });
  const middle = { left: 12, top: 300, bottom: 340 };
  expect(placementBeside(middle, { width: 300, height: 2_000 }, page)).toEqual({
    left: 12,
    top: 344,
    maxHeight: 548,
  });
});

test('inside the window at its right edge, and at the left one of a narrow window', () => {
  const right = { left: 1_400, top: 10, bottom: 40 };
  expect(placementBeside(right, { width: 300, height: 100 }, page).left).toBe(1_132);
  const narrow = { width: 280, height: 600 };
  expect(placementBeside(right, { width: 300, height: 100 }, narrow).left).toBe(8);
});
