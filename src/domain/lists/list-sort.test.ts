import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRowOrder, sortedRows } from './list-sort.ts';
import { compareSortTexts, sortTextOf } from './sort-text.ts';

type Row = { id: number; name: string };
const textOf = ({ name }: { name: string }) => name;
const ASCENDING = { column: 'name', isDescending: false };
const DESCENDING = { column: 'name', isDescending: true };
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const plainText = fc.string({
  unit: fc.constantFrom(...'aAbBzZ019 _-.'),
  maxLength: 12,
});
const anyText = fc.oneof(plainText, fc.string({ unit: 'grapheme', maxLength: 6 }));

test('texts compare as the collator of the language compares them', () => {
  fc.assert(
    fc.property(plainText, plainText, (a, b) => {
      const ours = compareSortTexts(sortTextOf(a), sortTextOf(b));
      expect(Math.sign(ours)).toBe(Math.sign(collator.compare(a, b)));
    }),
    { numRuns: 2_000 },
  );
});

test('whatever came and went on the way, the order is that of the rows that are there', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(anyText, { maxLength: 12 }), { maxLength: 6 }),
      fc.boolean(),
      (pages, down) => {
        const order = createRowOrder<Row>();
        const sort = down ? DESCENDING : ASCENDING;
        let rows: Row[] = [];
        let id = 0;
        for (const page of pages) {
          const gone = rows.length % 3;
          rows = [
            ...rows.filter((_, index) => index % 4 !== gone),
            ...page.map((name) => {
              id += 1;
              return { id, name };
            }),
          ];
          const shown = order(rows, sort, textOf).map(textOf);
          const expected = [...rows]
            .sort(
              (a, b) =>
                Number(a.name === '') - Number(b.name === '') ||
                (down ? -1 : 1) * collator.compare(a.name, b.name),
            )
            .map(textOf);
          expect(shown.map((each) => [each === '', each])).toHaveLength(expected.length);
          for (const [at, name] of shown.entries())
            expect(collator.compare(name, expected[at] ?? '')).toBe(0);
        }
      },
    ),
  );
});

test('a known row is not asked for its text again, until the column is another', () => {
  let asked = 0;
  const counted = ({ name }: Row) => {
    asked += 1;
    return name;
  };
  const order = createRowOrder<Row>();
  const rows = Array.from({ length: 100 }, (_, id) => ({ id, name: `PC-${100 - id}` }));
  order(rows, ASCENDING, counted);
  const more = [...rows, { id: 100, name: 'PC-50a' }];
  expect(order(more, ASCENDING, counted).at(50)?.name).toBe('PC-50a');
  expect(asked).toBe(101);
  expect(order(more, DESCENDING, counted).at(0)?.name).toBe('PC-100');
  expect(asked).toBe(202);
});

const ROWS = ['PC-10', 'b', '', 'PC-9', 'B', 'a'].map((name, index) => ({ name, id: index }));
const names = (isDescending: boolean) =>
  sortedRows(ROWS, { column: 'name', isDescending }, textOf).map(({ name }) => name);

test('case does not matter, numbers go by value, and who shows nothing comes last', () => {
  expect(names(false)).toEqual(['a', 'b', 'B', 'PC-9', 'PC-10', '']);
});

test('the other way round who shows nothing still comes last, and equals keep their order', () => {
  expect(names(true)).toEqual(['PC-10', 'PC-9', 'b', 'B', 'a', '']);
});

test('without a column the list stays as it is', () => {
  expect(createRowOrder<{ name: string; id: number }>()(ROWS, undefined, textOf)).toBe(ROWS);
});

test('rows that show the same are in the order of their names, in both directions, and also when they come later', () => {
  const cell = (row: Record<string, string>, column: string) => row[column] ?? '';
  const rows = ['Zoe', 'ann', 'Ben 10', 'Ben 9', 'Mia'].map((name, at) => ({
    name,
    status: at === 4 ? '' : 'Online',
  }));
  const expected = ['ann', 'Ben 9', 'Ben 10', 'Zoe', 'Mia'];
  for (const isDescending of [false, true]) {
    const order = createRowOrder<(typeof rows)[number]>('name');
    const sort = { column: 'status', isDescending };
    order(rows.slice(0, 2), sort, cell);
    expect(order(rows, sort, cell).map(({ name }) => name)).toEqual(expected);
  }
});
