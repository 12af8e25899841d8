/**
 * The order of a list that grows page by page and changes row by row: rows that are known keep their place, and only the
 * others are compared. Sorting ten thousand rows anew for each page that comes would take most of the time.
 */
import { compareSortTexts, type SortText, sortTextOf } from './sort-text.ts';

export type ListSort = { column: string; isDescending: boolean };

/** `name()` decides between rows with equal texts. */
type Entry<Row> = { row: Row; text: SortText; name(): SortText | undefined };

type TextOf<Row> = (row: Row, column: string) => string;

/** Rows that show nothing come last in either direction, and rows that show the same are in the order of their names. */
function compareEntries<Row>(a: Entry<Row>, b: Entry<Row>, direction: number): number {
  const order =
    Number(a.text.text === '') - Number(b.text.text === '') || direction * compareSortTexts(a.text, b.text);
  if (order !== 0) return order;
  const [nameOfA, nameOfB] = [a.name(), b.name()];
  return nameOfA && nameOfB ? compareSortTexts(nameOfA, nameOfB) : 0;
}

/** Both are in order. Of equals, those of `before` come first. */
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
 * Remembers the last order. Rows are the same as before where they are the same objects. `nameColumn` orders rows that
 * show the same; without one they stand in the order in which they came.
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
    const wanted = new Set(rows);
    const kept = isSame ? entries.filter(({ row }) => wanted.has(row)) : [];
    for (const { row } of kept) wanted.delete(row);
    const added = [...wanted]
      .map((row) => entryOf(row, textOf, column))
      .sort((a, b) => compareEntries(a, b, direction));
    entries = added.length === 0 ? kept : merged(kept, added, direction);
    return entries.map(({ row }) => row);
  };
}

/** The rows in the order of a column, where nobody asks again. */
export const sortedRows = <Row>(
  rows: readonly Row[],
  sort: ListSort | undefined,
  textOf: TextOf<Row>,
): readonly Row[] => createRowOrder<Row>()(rows, sort, textOf);
