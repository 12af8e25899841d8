import type { ReactNode } from 'react';

/** A column of a table. Screen readers name a row by the column that says so, or by the first one. */
export type TableColumn<Item> = {
  key: string;
  title: string;
  isSortable?: boolean;
  namesRow?: boolean;
  cell: (item: Item) => ReactNode;
  /** What the cell says in words: in a file, and where rows are sorted by it. */
  text?: (item: Item) => string;
  /** A CSS length. Where a column names one, no column becomes wider or narrower with what its cells show. */
  width?: string;
  /** The column chooser does not hide it. */
  isFixed?: boolean;
};
