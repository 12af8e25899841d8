import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appUpdate } from '../notices/app-update-state.ts';
import { forgetSelected, takeSelected, useKeptSelected } from './kept-selections.ts';

function List({ of, ids }: { of: string; ids: readonly string[] }) {
  useKeptSelected(of, () => ids);
  return null;
}

const leavePage = () => window.dispatchEvent(new Event('pagehide'));

beforeEach(() => {
  appUpdate.state = 'changing';
});
afterEach(() => {
  cleanup();
  appUpdate.state = 'none';
  forgetSelected();
});

test('what is selected when the page is left is selected when it comes back, once', () => {
  const { rerender } = render(<List of="users" ids={['a']} />);
  rerender(<List of="users" ids={['a', 'b']} />);
  expect(takeSelected('users')).toEqual([]);
  leavePage();
  expect(takeSelected('devices')).toEqual([]);
  expect(takeSelected('users')).toEqual(['a', 'b']);
  expect(takeSelected('users')).toEqual([]);
});

test('a list that was left before the page keeps nothing, nor does one whose session has ended', () => {
  render(<List of="users" ids={['a']} />);
  cleanup();
  leavePage();
  expect(takeSelected('users')).toEqual([]);
  render(<List of="users" ids={['a']} />);
  leavePage();
  forgetSelected();
  expect(takeSelected('users')).toEqual([]);
});

test('a page that is loaded again by a person begins without', () => {
  appUpdate.state = 'ready';
  render(<List of="users" ids={['a']} />);
  leavePage();
  expect(takeSelected('users')).toEqual([]);
});
