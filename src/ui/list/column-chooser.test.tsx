import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { ColumnChooser } from './column-chooser.tsx';
import { createHiddenColumns, useShownColumns } from './shown-columns.ts';
import type { TableColumn } from './table-column.ts';

type Item = { name: string };
const COLUMNS: readonly TableColumn<Item>[] = [
  { key: 'name', title: 'Name', isFixed: true, cell: ({ name }) => name },
  { key: 'model', title: 'Model', cell: ({ name }) => name },
  { key: 'memory', title: 'Memory', cell: ({ name }) => name },
];

beforeEach(() => localStorage.clear());

function Page({ store }: { store: ReturnType<typeof createHiddenColumns> }) {
  const columns = useShownColumns('hardware', COLUMNS, store);
  return (
    <>
      <p data-testid="shown">{columns.shown.map(({ title }) => title).join()}</p>
      <ColumnChooser
        title="Column Visibility"
        closeLabel="Close"
        fixedLabel="Always shown"
        columns={columns}
      />
    </>
  );
}

const show = () => render(<Page store={createHiddenColumns(() => localStorage)} />);
const shown = () => screen.getByTestId('shown').textContent;

test('a column that is hidden stays hidden in a page that is opened later', async () => {
  const user = userEvent.setup();
  const { unmount } = show();
  await user.click(screen.getByRole('button', { name: 'Column Visibility' }));
  await user.click(screen.getByRole('checkbox', { name: 'Model' }));
  expect(shown()).toBe('Name,Memory');
  unmount();
  show();
  expect(shown()).toBe('Name,Memory');
  await user.click(screen.getByRole('button', { name: 'Column Visibility' }));
  await user.click(screen.getByRole('checkbox', { name: 'Model' }));
  expect(shown()).toBe('Name,Model,Memory');
});

test('a fixed column cannot be hidden, even where it was kept as hidden', async () => {
  createHiddenColumns(() => localStorage).hide('hardware', ['name', 'memory']);
  show();
  expect(shown()).toBe('Name,Model');
  await userEvent.click(screen.getByRole('button', { name: 'Column Visibility' }));
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /Name/ });
  expect(box.disabled && box.checked).toBe(true);
});

test('what another tab hides is hidden here, and what is kept of another kind hides nothing', () => {
  localStorage.setItem('lectern.hiddenColumns', '[1');
  const store = createHiddenColumns(() => localStorage);
  expect(store.get()).toEqual({});
  let told = 0;
  const end = store.subscribe(() => {
    told += 1;
  });
  localStorage.setItem('lectern.hiddenColumns', '{"hardware":["model"]}');
  globalThis.dispatchEvent(new StorageEvent('storage', { key: 'lectern.hiddenColumns' }));
  expect(store.get()).toEqual({ hardware: ['model'] });
  end();
  globalThis.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(told).toBe(1);
});
