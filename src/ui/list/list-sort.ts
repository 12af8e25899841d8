/** Sorting a list by one of its columns. */

export type ListSort = { column: string; isDescending: boolean };

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * The rows in the order of a column, by the text that it shows: case is ignored, numbers count by value, and rows that
 * show nothing come last in either direction. Rows that show the same keep the order that they came in.
 */
export function sortedRows<Row>(
  rows: readonly Row[],
  sort: ListSort | undefined,
  textOf: (row: Row, column: string) => string,
): readonly Row[] {
  if (sort === undefined) return rows;
  const direction = sort.isDescending ? -1 : 1;
  return rows
    .map((row) => ({ row, text: textOf(row, sort.column) }))
    .sort(
      (a, b) => Number(a.text === '') - Number(b.text === '') || direction * collator.compare(a.text, b.text),
    )
    .map(({ row }) => row);
}
