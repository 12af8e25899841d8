import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { EndlessTable, useRowTabIndex } from './endless-table.tsx';

type Row = { id: string; name: string };
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: String(at), name: `Row ${at}` }));

function Link({ name }: { name: string }) {
  return (
    <a href="#there" tabIndex={useRowTabIndex()}>
      {name}
    </a>
  );
}
const COLUMNS = [
  { key: 'name', title: 'Name', cell: ({ name }: Row) => name },
  { key: 'link', title: 'Link', cell: ({ name }: Row) => <Link name={`To ${name}`} /> },
];

function show(count: number, hasMore = false) {
  const told = { more: 0, opened: [] as string[] };
  const draw = (rows: readonly Row[]) => (
    <EndlessTable
      caption="Things"
      columns={COLUMNS}
      rows={rows}
      hasMore={hasMore}
      end="The end"
      openLabel={({ name }) => `Open ${name}`}
      onOpen={({ name }) => told.opened.push(name)}
      onMore={more}
    />
  );
  const more = () => {
    told.more += 1;
  };
  const { rerender } = render(draw(rowsOf(count)));
  return { user: userEvent.setup(), told, grow: (next: number) => rerender(draw(rowsOf(next))) };
}

const frame = () => screen.getByRole('region', { name: 'Things' });
const drawn = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
/** There is no layout here: the place is set by hand. */
function scrollTo(px: number): void {
  const element = frame();
  Object.defineProperty(element, 'scrollTop', { value: px, writable: true, configurable: true });
  act(() => void fireEvent.scroll(element));
}

test('of thousands only the rows near the view are drawn, and each knows its place', () => {
  show(5_000);
  expect(drawn()).toHaveLength(48);
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('5001');
  scrollTo(44 * 3_000);
  expect(drawn()).toHaveLength(48);
  expect(drawn()).toContain('Row 3000');
  const row = screen.getByRole('button', { name: 'Open Row 3000' }).closest('tr');
  expect(row?.getAttribute('aria-rowindex')).toBe('3002');
});

test('more is asked for near the end, and not before', () => {
  const { told, grow } = show(120, true);
  expect(told.more).toBe(0);
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('-1');
  scrollTo(44 * 75);
  expect(told.more).toBe(1);
  grow(150);
  expect(told.more).toBe(1);
});

test('where there is no more nothing is asked for', () => {
  const { told } = show(3);
  expect(told.more).toBe(0);
  expect(screen.getByText('The end')).toBeDefined();
});

test('arrows, Home and End move between rows, Enter opens, and Tab reaches the links of that row alone', async () => {
  const { user, told } = show(200);
  await user.tab();
  expect(document.activeElement).toBe(frame());
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Open Row 1');
  await user.keyboard('{Enter}');
  expect(told.opened).toEqual(['Row 1']);
  await user.tab();
  expect(document.activeElement?.textContent).toBe('To Row 1');
  const reached = screen.getAllByRole('link').filter(({ tabIndex }) => tabIndex === 0);
  expect(reached).toHaveLength(1);
  await user.keyboard('{End}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Open Row 199');
  await user.keyboard('{Home}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Open Row 0');
});

test('a row that is scrolled away leaves the focus to the table, and arrows go on from it', async () => {
  const { user } = show(500);
  await user.click(screen.getByRole('button', { name: 'Open Row 5' }));
  scrollTo(44 * 300);
  expect(screen.queryByRole('button', { name: 'Open Row 5' })).toBeNull();
  expect(document.activeElement).toBe(frame());
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Open Row 6');
});

test('text is text', () => {
  render(
    <EndlessTable
      caption="Things"
      columns={COLUMNS}
      rows={[{ id: 'x', name: '<img src=x onerror=alert(1)>' }]}
      hasMore={false}
      end=""
      openLabel={({ name }) => name}
      onOpen={() => {}}
      onMore={() => {}}
    />,
  );
  expect(within(screen.getByRole('table')).queryByRole('img')).toBeNull();
});

test('is printed with all of its rows, and says where there are more', async () => {
  show(200, true);
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(drawn()).toHaveLength(200);
  expect(screen.getByText(/^These are the first 200 rows\./)).toBeDefined();
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(drawn().length).toBeLessThan(60);
  expect(screen.getByText('The end')).toBeDefined();
});
