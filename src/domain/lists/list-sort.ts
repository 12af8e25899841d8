/**
 * Order of a list that grows page by page and changes row by row. Known rows keep their place and only the
 * others are compared, because sorting ten thousand rows for each page would take most of the time.
 */
import { compareSortTexts, type SortText, sortTextOf } from './sort-text.ts';

export type ListSort = { column: string; isDescending: boolean };

/** `name()` orders rows with equal texts. */
type Entry<Row> = { row: Row; text: SortText; name(): SortText | undefined };

type TextOf<Row> = (row: Row, column: string) => string;

/** Rows with an empty text come last in either direction. Rows with the same text are ordered by name. */
function compareEntries<Row>(a: Entry<Row>, b: Entry<Row>, direction: number): number {
  const order =
    Number(a.text.text === '') - Number(b.text.text === '') || direction * compareSortTexts(a.text, b.text);
  if (order !== 0) return order;
  const [nameOfA, nameOfB] = [a.name(), b.name()];
  return nameOfA && nameOfB ? compareSortTexts(nameOfA, nameOfB) : 0;
}

/** Merges two sorted lists. Among equal rows, those of `before` come first. */
function merged<Row>(before: readonly Entry<Row>[], more: readonly Entry<Row>[], direction: number) {
  const all: Entry<Row>[] = [];
  let at = 0;
  for (const entry of before) {
    for (let next = more[at]; next && compareEntries(next, entry, direction) < 0; next = more[at]) {
      all.push(next);
      at += 1;
    }
    all.push(entry);
  }
  return [...all, ...more.slice(at)];
}

/**
 * Caches the last order. A row is unchanged if it is the same object. `nameColumn` orders rows with the same
 * text; without it they stay in the order of their arrival.
 */
export function createRowOrder<Row>(nameColumn?: string) {
  let entries: readonly Entry<Row>[] = [];
  let last: (ListSort & { textOf: TextOf<Row> }) | undefined;

  function entryOf(row: Row, textOf: TextOf<Row>, column: string): Entry<Row> {
    let name: SortText | undefined;
    return {
      row,
      text: sortTextOf(textOf(row, column)),
      name() {
        if (nameColumn === undefined || nameColumn === column) return undefined;
        name ??= sortTextOf(textOf(row, nameColumn));
        return name;
      },
    };
  }

  return (rows: readonly Row[], sort: ListSort | undefined, textOf: TextOf<Row>): readonly Row[] => {
    if (sort === undefined) return rows;
    const { column, isDescending } = sort;
    const direction = isDescending ? -1 : 1;
    const isSame = last?.column === column && last.isDescending === isDescending && last.textOf === textOf;
    last = { column, isDescending, textOf };
    const unsorted = new Set(rows);
    const sorted = isSame ? entries.filter(({ row }) => unsorted.has(row)) : [];
    for (const { row } of sorted) unsorted.delete(row);
    const added = [...unsorted]
      .map((row) => entryOf(row, textOf, column))
      .sort((a, b) => compareEntries(a, b, direction));
    entries = added.length === 0 ? sorted : merged(sorted, added, direction);
    return entries.map(({ row }) => row);
  };
}

/** The rows in the order of a column, for a single use. */
export const sortedRows = <Row>(
  rows: readonly Row[],
  sort: ListSort | undefined,
  textOf: TextOf<Row>,
): readonly Row[] => createRowOrder<Row>()(rows, sort, textOf);
