import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Pagination, pageWindow } from './pagination.tsx';

test('shows at most six pages, around the current one', () => {
  expect(pageWindow(1, 3)).toEqual([1, 2, 3]);
  expect(pageWindow(1, 20)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(pageWindow(10, 20)).toEqual([7, 8, 9, 10, 11, 12]);
  expect(pageWindow(20, 20)).toEqual([15, 16, 17, 18, 19, 20]);
});

test('says which page is shown, and goes to others by keyboard', async () => {
  const user = userEvent.setup();
  const onChange = vi.fn();
  render(<Pagination page={2} pageCount={3} onChange={onChange} />);
  expect(screen.getByRole('button', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page');
  screen.getByRole('button', { name: 'Next page' }).focus();
  await user.keyboard('{Enter}');
  expect(onChange).toHaveBeenCalledWith(3);
});

test('a single page needs no pages', () => {
  render(<Pagination page={1} pageCount={1} onChange={() => {}} />);
  expect(screen.queryByRole('navigation')).toBeNull();
});
