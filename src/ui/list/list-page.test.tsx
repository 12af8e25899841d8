import { render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { ListPage, ListReader, type ListReading } from './list-page.tsx';
import { useList } from './use-list.ts';

const ROWS = Array.from({ length: 25 }, (_, index) => `Room ${index + 1}`);
const search = (rows: readonly string[], query: string) =>
  rows.filter((row) => row.toLowerCase().includes(query.toLowerCase()));

function Page(props: { first: number; onPage: (page: number, replace: boolean) => void }) {
  const [page, setPage] = useState(props.first);
  const onPage = (next: number, replace: boolean) => {
    props.onPage(next, replace);
    setPage(next);
  };
  const list = useList(ROWS, { search, place: { page, perPage: 10, onPage } });
  return (
    <ListPage list={list} searchLabel="Search rooms" noMatch="No room matches">
      {(shown) => shown.map((row) => <p key={row}>{row}</p>)}
    </ListPage>
  );
}

function show(first = 1) {
  const onPage = vi.fn();
  render(<Page first={first} onPage={onPage} />);
  return { user: userEvent.setup(), onPage };
}

test('a page is a step that one can go back from, and a search is none', async () => {
  const { user, onPage } = show();
  await user.click(screen.getByRole('button', { name: 'Page 3' }));
  expect(onPage).toHaveBeenLastCalledWith(3, false);
  expect(screen.getByText('Room 25')).toBeDefined();
  await user.type(screen.getByRole('searchbox', { name: 'Search rooms' }), 'ROOM 2');
  expect(onPage).toHaveBeenLastCalledWith(1, true);
  expect(screen.getByText('Room 2')).toBeDefined();
  expect(screen.queryByText('Room 3')).toBeNull();
});

test('an address beyond the last page becomes that of the last page, without a step back', () => {
  const { onPage } = show(999);
  expect(onPage.mock.calls).toEqual([[3, true]]);
  expect(screen.getByText('Room 25')).toBeDefined();
});

test.each([
  ['its first rows are loading', { isComplete: true, rows: [] }],
  ['more rows are loading', { isComplete: false, rows: ROWS }],
])('the address stays while %s', (_, { isComplete, rows }) => {
  const onPage = vi.fn();
  const place = { page: 999, perPage: 10, onPage, isComplete };
  renderHook(() => useList<string>(rows, { search, place }));
  expect(onPage).not.toHaveBeenCalled();
});

test('what is not found says so, and the search is still there', async () => {
  const { user } = show(2);
  await user.type(screen.getByRole('searchbox'), 'attic');
  expect(screen.getByText('No room matches')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(screen.getByText('Room 10')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search rooms' }));
});

const words = { loading: 'Loading…', failed: 'Not read', retry: 'Retry', outdated: 'Not read again.' };

function read(reading: Partial<ListReading<string>>) {
  const refetch = vi.fn();
  render(
    <ListReader
      reading={{ data: undefined, error: null, isFetching: false, refetch, ...reading }}
      words={words}
    >
      {(data) => <p>{data}</p>}
    </ListReader>,
  );
  return refetch;
}

test('until it is read it is loading', () => {
  read({});
  expect(screen.getByText('Loading…')).toBeDefined();
});

test('a failure says why, and can be tried again, once at a time', async () => {
  const error = new AppError('unreachable', 'ECONNREFUSED');
  const refetch = read({ error });
  expect(screen.getByRole('alert').textContent).toMatch(/Not read.*does not answer/);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(refetch).toHaveBeenCalledOnce();
  read({ error, isFetching: true });
  const [, busy] = screen.getAllByRole('button', { name: 'Retry' });
  expect(busy?.getAttribute('aria-disabled')).toBe('true');
});

test('what was read stays where it cannot be read again, and that is said', () => {
  read({ data: 'Room 1', error: new AppError('server', 'no') });
  expect(screen.getByText('Room 1')).toBeDefined();
  expect(screen.getByRole('alert').textContent).toMatch(/^Not read again/);
});
