import type { ReactNode } from 'react';

/** A column of a table. Screen readers name a row by its `namesRow` column, or by the first one. */
export type TableColumn<Item> = {
  key: string;
  title: string;
  isSortable?: boolean;
  namesRow?: boolean;
  cell: (item: Item) => ReactNode;
  /** The text of the cell, for files and for sorting. */
  text?: (item: Item) => string;
  /** A CSS length. If a column has one, the widths of all columns are independent of their content. */
  width?: string;
  /** The column chooser cannot hide this column. */
  isFixed?: boolean;
};
