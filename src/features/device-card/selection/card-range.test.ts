import { expect, test } from 'vitest';
import { createCardRange } from './card-range.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];

function clicks() {
  const told: [string, boolean][] = [];
  const range = createCardRange((clientId, isSelected) => told.push([clientId, isSelected]));
  return (clientId: string, { isSelected = true, withShift = false } = {}) => {
    told.length = 0;
    range.click({ ids, clientId, isSelected, withShift });
    return told.map(([id, isOn]) => `${isOn ? '+' : '-'}${id}`).join(' ');
  };
}

test('a plain click leaves the others alone', () => {
  const click = clicks();
  expect(click('a')).toBe('');
  expect(click('d')).toBe('');
});

test('with Shift everything from the last click on is selected, in both directions', () => {
  const click = clicks();
  click('b');
  expect(click('d', { withShift: true })).toBe('+b +c +d');
  expect(click('a', { withShift: true })).toBe('+a +b +c +d');
});

test('with Shift a click that deselects takes all of them away', () => {
  const click = clicks();
  click('a');
  expect(click('c', { isSelected: false, withShift: true })).toBe('-a -b -c');
});

test('where the last one has left, Shift makes no difference', () => {
  const click = clicks();
  expect(click('c', { withShift: true })).toBe('');
  click('gone');
  expect(click('c', { withShift: true })).toBe('');
});
