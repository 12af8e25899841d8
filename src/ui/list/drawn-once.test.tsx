import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useListSelection } from './list-selection.ts';
import { SelectableTable, type TableColumn } from './selectable-table.tsx';
import { useList } from './use-list.ts';

type Pupil = { id: string; name: string };

const pupil = (name: string): Pupil => ({ id: name, name });
const nameOf = ({ name }: Pupil) => name;
const PLACE = { page: 1, perPage: 2, onPage: () => {} };
const everybody = (rows: readonly Pupil[]) => rows;

let drawn: string[] = [];
const COLUMNS: readonly TableColumn<Pupil>[] = [
  {
    key: 'name',
    title: 'Name',
    isSortable: true,
    cell({ name }) {
      drawn.push(name);
      return name;
    },
  },
];

function Class({ rows }: { rows: readonly Pupil[] }) {
  const sorting = { first: { column: 'name', isDescending: false }, textOf: nameOf };
  const list = useList(rows, { search: everybody, place: PLACE }, sorting);
  const selection = useListSelection(rows, list.found);
  return (
    <SelectableTable
      caption="Class"
      columns={COLUMNS}
      rows={list.shown}
      textOf={nameOf}
      sort={list.sort}
      onSort={list.sortBy}
      selection={selection}
      allLabel={`Select all ${list.found.length}`}
      labelOf={nameOf}
    />
  );
}

test('rows that come beyond the page are counted, and the table is not drawn again for them', () => {
  const [ada, ben] = [pupil('Ada'), pupil('Ben')];
  const { rerender } = render(<Class rows={[ada, ben]} />);
  expect(drawn).toContain('Ada');

  drawn = [];
  rerender(<Class rows={[ada, ben, pupil('Cleo')]} />);
  expect(screen.getByRole('checkbox', { name: 'Select all 3' })).toBeDefined();
  expect(drawn).toEqual([]);

  rerender(<Class rows={[ada, pupil('Abel'), ben]} />);
  expect(screen.getByRole('rowheader', { name: 'Abel' })).toBeDefined();
});
