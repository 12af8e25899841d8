import { expect, test } from 'vitest';
import { columnsAt, fittingWidthPx, zoomOfWidth, zoomThatShows } from './card-columns.ts';
import { cardWidthPx } from './zoom.ts';

test.each([340, 800, 1_160, 1_640])(
  'each step of the zoom changes the columns in %i px, up and down',
  (widthPx) => {
    const room = { widthPx, gapPx: 12 };
    for (const [first, last, step] of [
      [0, 100, 10],
      [100, 0, -10],
    ] as const) {
      const seen = [columnsAt(first, room)];
      for (let zoom: number = first; zoom !== last; ) {
        zoom = zoomThatShows(zoom, zoom + step, room);
        seen.push(columnsAt(zoom, room));
        if (seen.at(-1) === seen.at(-2)) break;
      }
      // The last press may find that there is nothing more to change.
      const changed = seen.at(-1) === seen.at(-2) ? seen.slice(0, -1) : seen;
      expect(new Set(changed).size).toBe(changed.length);
      expect(changed.at(-1)).toBe(columnsAt(last, room));
    }
  },
);

test.each([
  [14, 1_640, 800],
  [33, 1_640, 900],
  [5, 1_160, 700],
  [1, 1_160, 700],
])('%i cards fit into %i by %i px, as wide as they may be', (count, widthPx, heightPx) => {
  const [gapPx, besidePx] = [12, 130];
  const heightOf = (columns: number) => {
    const width = (widthPx - gapPx * (columns - 1)) / columns;
    const rows = Math.ceil(count / columns);
    return rows * ((width * 9) / 16 + besidePx) + (rows - 1) * gapPx;
  };
  const width = fittingWidthPx(count, { widthPx, heightPx, gapPx, besidePx });
  const columns = Math.floor((widthPx + gapPx) / (width + gapPx));
  expect(heightOf(columns)).toBeLessThanOrEqual(heightPx);
  if (columns > 1) expect(heightOf(columns - 1)).toBeGreaterThan(heightPx);
});

test('a school that cannot be seen at once has cards on which something can be seen', () => {
  expect(
    fittingWidthPx(1_000, { widthPx: 1_160, heightPx: 700, gapPx: 12, besidePx: 130 }),
  ).toBeGreaterThanOrEqual(120);
  expect(fittingWidthPx(10, { widthPx: 90, heightPx: 700, gapPx: 12, besidePx: 130 })).toBe(120);
});

test('pictures come as they do at the zoom that is nearest below', () => {
  expect(zoomOfWidth(100)).toBe(0);
  expect(zoomOfWidth(cardWidthPx(30) + 5)).toBe(30);
  expect(zoomOfWidth(2_000)).toBe(100);
});
