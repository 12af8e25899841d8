import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { createRowOrder, type ListSort } from '#domain/lists/list-sort.ts';
import { ApartFromRow } from './apart-from-row.tsx';
import { useListSelection } from './list-selection.ts';
import { SelectableTable } from './selectable-table.tsx';

const NAMES = ['Ada', 'Ben', 'Cem', 'Dua', 'Eva'];
const ROWS = NAMES.map((name, index) => ({ id: `r${index}`, name, room: `Room ${9 - index}` }));
type Item = (typeof ROWS)[number];

/** The second page of a list: `elsewhere` is selected on the first. */
function Page(props: { tell: (ids: readonly string[]) => void }) {
  const all = [{ id: 'elsewhere', name: 'Zoe', room: 'Room 1' }, ...ROWS];
  const selection = useListSelection(all, all);
  const [sort, setSort] = useState<ListSort>();
  const rows = createRowOrder<Item>()(ROWS, sort, (row, column) => row[column as 'name' | 'room']);
  props.tell(selection.ids);
  return (
    <>
      <button type="button" onClick={() => selection.select('elsewhere', true)}>
        other page
      </button>
      <SelectableTable<Item>
        caption="Members"
        columns={[
          { key: 'name', title: 'Name', isSortable: true, cell: ({ name }) => name },
          { key: 'room', title: 'Room', isSortable: true, cell: ({ room }) => room },
        ]}
        rows={rows}
        textOf={({ name }) => name}
        selection={selection}
        allLabel="Select all"
        labelOf={({ name }) => `Select ${name}`}
        sort={sort}
        onSort={setSort}
      />
    </>
  );
}

function show() {
  let ids: readonly string[] = [];
  render(
    <Page
      tell={(next) => {
        ids = next;
      }}
    />,
  );
  return { user: userEvent.setup(), ids: () => ids };
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('rowheader').textContent);

test('a box selects its row once, and so does a press on the row', async () => {
  const { user, ids } = show();
  await user.click(box('Select Ben'));
  expect(ids()).toEqual(['r1']);
  expect(box('Select Ben').checked).toBe(true);
  await user.click(screen.getByText('Room 7'));
  expect(ids()).toEqual(['r1', 'r2']);
  await user.click(box('Select Ben'));
  expect(ids()).toEqual(['r2']);
});

test('what is selected on another page stays selected', async () => {
  const { user, ids } = show();
  await user.click(screen.getByRole('button', { name: 'other page' }));
  await user.click(screen.getByText('Cem'));
  expect(ids()).toEqual(['elsewhere', 'r2']);
  expect(box('Select all').indeterminate).toBe(true);
});

test('the box of all selects every page, and then none', async () => {
  const { user, ids } = show();
  await user.click(box('Select all'));
  expect(ids()).toHaveLength(6);
  await user.click(box('Select all'));
  expect(ids()).toEqual([]);
});

test('works by keyboard alone: arrows move, Space selects, Shift extends, letters find', async () => {
  const { user, ids } = show();
  await user.tab();
  await user.tab();
  expect(document.activeElement?.textContent).toContain('Ada');
  await user.keyboard('{ArrowDown} ');
  expect(ids()).toEqual(['r1']);
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect(ids()).toEqual(['r1', 'r2', 'r3']);
  await user.keyboard('e');
  expect(document.activeElement?.textContent).toContain('Eva');
  await user.keyboard('{Control>}a{/Control}');
  expect(ids()).toHaveLength(6);
});

test('a heading sorts, and the other way round when it is pressed again', async () => {
  const { user } = show();
  const heading = screen.getByRole('columnheader', { name: 'Room' });
  expect(heading.getAttribute('aria-sort')).toBe('none');
  await user.click(heading);
  expect(names()).toEqual([...NAMES].reverse());
  expect(heading.getAttribute('aria-sort')).toBe('ascending');
  await user.click(heading);
  expect(names()).toEqual(NAMES);
  expect(heading.getAttribute('aria-sort')).toBe('descending');
});

type Told = { opened: string[]; pressed: string[]; ids: readonly string[] };

function Grouped({ told }: { told: Told }) {
  const selection = useListSelection(ROWS, ROWS);
  told.ids = selection.ids;
  return (
    <SelectableTable<Item>
      caption="Members"
      columns={[
        {
          key: 'name',
          title: 'Name',
          width: '12rem',
          cell: ({ name }) => (
            <ApartFromRow>
              <button type="button" onClick={() => told.pressed.push(name)}>
                {name}
              </button>
            </ApartFromRow>
          ),
        },
        { key: 'room', title: 'Room', cell: ({ room }) => room },
      ]}
      rows={ROWS}
      textOf={({ name }) => name}
      selection={selection}
      allLabel="Select all"
      labelOf={({ name }) => `Select ${name}`}
      sort={undefined}
      onSort={() => {}}
      groups={{
        of: ({ id }) => (id < 'r2' ? 'first' : 'second'),
        heading: (group) => `The ${group} group`,
      }}
      onOpen={({ name }) => told.opened.push(name)}
    />
  );
}

function showGrouped() {
  const told: Told = { opened: [], pressed: [], ids: [] };
  render(<Grouped told={told} />);
  return { ...told, user: userEvent.setup(), ids: () => told.ids };
}

test('each group has its heading before its rows, and a heading is never selected', async () => {
  const { user, ids } = showGrouped();
  const lines = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
  expect(lines.map((line) => line?.replace(/Room.*/, ''))).toEqual([
    'The first group',
    'Ada',
    'Ben',
    'The second group',
    'Cem',
    'Dua',
    'Eva',
  ]);
  await user.click(screen.getByText('The second group'));
  expect(ids()).toEqual([]);
  await user.click(screen.getByText('Room 9'));
  await user.keyboard('{Control>}a{/Control}');
  expect(ids()).toEqual(['r0', 'r1', 'r2', 'r3', 'r4']);
});

test('what is pressed within a row does not select it', async () => {
  const { user, ids, pressed } = showGrouped();
  await user.click(screen.getByRole('button', { name: 'Cem' }));
  expect(pressed).toEqual(['Cem']);
  screen.getByRole('button', { name: 'Dua' }).focus();
  await user.keyboard('{Enter}');
  expect(pressed).toEqual(['Cem', 'Dua']);
  expect(ids()).toEqual([]);
});

test('Enter opens the row that has the focus, and selects nothing', async () => {
  const { user, ids, opened } = showGrouped();
  await user.click(screen.getByText('Room 8'));
  expect(ids()).toEqual(['r1']);
  await user.keyboard('{Enter}');
  expect(opened).toEqual(['Ben']);
  expect(ids()).toEqual(['r1']);
});

test('a column with a width holds the widths of all', () => {
  showGrouped();
  expect(screen.getByRole('grid').getAttribute('data-fixed')).toBe('true');
  expect(screen.getByRole('columnheader', { name: 'Name' }).style.width).toBe('12rem');
});

test('Enter that opens a row does not press what has the focus then', async () => {
  const user = userEvent.setup();
  let pressed = 0;
  render(
    <>
      <button type="button" onClick={() => (pressed += 1)}>
        Close
      </button>
      <SelectableTable<Item>
        caption="Members"
        columns={[{ key: 'name', title: 'Name', cell: ({ name }) => name }]}
        rows={ROWS}
        textOf={({ name }) => name}
        sort={undefined}
        onSort={() => {}}
        onOpen={() => screen.getByRole('button', { name: 'Close' }).focus()}
      />
    </>,
  );
  screen.getAllByRole('row')[2]?.focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
  expect(pressed).toBe(0);
});
