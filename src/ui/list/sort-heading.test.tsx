import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { DataTable } from './data-table.tsx';
import { SortHeading } from './sort-heading.tsx';

afterEach(cleanup);

it('sorts by its column, in both directions', () => {
  const asked: unknown[] = [];
  const heading = (column: string, title: string) => (
    <SortHeading
      key={column}
      column={column}
      title={title}
      sort={{ column: 'name', isDescending: false }}
      onSort={(sort) => asked.push(sort)}
    />
  );
  render(
    <DataTable caption="Runners" columns={[heading('name', 'Name'), heading('site', 'Site'), 'Actions']}>
      <tr />
    </DataTable>,
  );
  expect(screen.getAllByRole('columnheader').map((head) => head.getAttribute('aria-sort'))).toEqual([
    'ascending',
    'none',
    null,
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Name' }));
  fireEvent.click(screen.getByRole('button', { name: 'Site' }));
  expect(asked).toEqual([
    { column: 'name', isDescending: true },
    { column: 'site', isDescending: false },
  ]);
});
