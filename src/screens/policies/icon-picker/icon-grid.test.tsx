import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { IconGrid, iconOfKey } from './icon-grid.tsx';
import { searchIcons } from './icon-search.ts';

afterEach(cleanup);

const grid = { active: 10, count: 30, columns: 8, page: 2 };
test.each([
  ['ArrowRight', 11],
  ['ArrowLeft', 9],
  ['ArrowDown', 18],
  ['ArrowUp', 2],
  ['PageDown', 26],
  ['PageUp', 0],
  ['Home', 0],
  ['End', 29],
  ['a', undefined],
])('%s leads to %s', (key, to) => {
  expect(iconOfKey(key, grid)).toBe(to);
});

test('below the last row the choice stays', () => {
  expect(iconOfKey('ArrowDown', { ...grid, active: 25 })).toBe(25);
  expect(iconOfKey('ArrowUp', { ...grid, active: 3 })).toBe(3);
  expect(iconOfKey('ArrowRight', { ...grid, active: 29 })).toBe(29);
});

const NAMES = Array.from({ length: 7_000 }, (_, at) => `mdi-icon-${at}`);

function Chooser() {
  const [value, setValue] = useState<string>();
  return <IconGrid names={NAMES} value={value} color="#b3261e" onChange={setValue} />;
}

test('of thousands of icons few are drawn, and the keyboard chooses any', async () => {
  const user = userEvent.setup();
  render(<Chooser />);
  expect(screen.getAllByRole('option').length).toBeLessThan(200);
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('listbox', { name: 'Icons' }));
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}');
  const chosen = screen.getByRole('option', { selected: true });
  expect(chosen.getAttribute('aria-label')).toBe('icon 9');
  expect(document.activeElement?.getAttribute('aria-activedescendant')).toBe(chosen.id);
  expect(chosen.getAttribute('aria-setsize')).toBe('7000');
});

test('a press chooses', async () => {
  const user = userEvent.setup();
  render(<Chooser />);
  await user.click(screen.getByRole('option', { name: 'icon 3' }));
  expect(screen.getByRole('option', { selected: true }).getAttribute('aria-label')).toBe('icon 3');
});

test.each([
  ['', ['mdi-lock', 'mdi-lock-open', 'mdi-volume-off']],
  ['lock', ['mdi-lock', 'mdi-lock-open']],
  [' Lock OPEN ', ['mdi-lock-open']],
  ['mdi-vol', ['mdi-volume-off']],
  // The prefix is in every name, and nobody looks for it.
  ['mdi', []],
])('the search “%s” finds %j', (query, found) => {
  expect(searchIcons(['mdi-lock', 'mdi-lock-open', 'mdi-volume-off'], query)).toEqual(found);
});
