/** How many columns of cards stand side by side, and which width shows a whole class at once. CSS pixels. */
import { cardWidthPx, ZOOM } from './zoom.ts';

/** The room that the cards have: of the grid, without its own padding. */
export type GridRoom = { widthPx: number; gapPx: number };

/** Narrower than that nothing is to be seen on a card. */
const LEAST_FITTED_PX = 120;

const columnsOf = (leastPx: number, { widthPx, gapPx }: GridRoom) =>
  Math.max(1, Math.floor((widthPx + gapPx) / (leastPx + gapPx)));

export const columnsAt = (zoom: number, room: GridRoom): number => columnsOf(cardWidthPx(zoom), room);

/**
 * The zoom that somebody asks for by moving from one to another: where the cards would stand as they do, the next one in
 * that direction where they do not. Without such a one, what was asked for.
 */
export function zoomThatShows(from: number, to: number, room: GridRoom): number {
  const step = Math.sign(to - from) * ZOOM.step;
  const before = columnsAt(from, room);
  for (let zoom = to; step !== 0 && zoom >= ZOOM.min && zoom <= ZOOM.max; zoom += step) {
    if (columnsAt(zoom, room) !== before) return zoom;
  }
  return to;
}

/**
 * The width with which `count` cards are seen at once: as wide as they may be, in as many columns as it takes.
 * `besidePx`: the height of a card without its picture, which is 16:9. Where they cannot all be seen, the least width.
 */
export function fittingWidthPx(
  count: number,
  room: GridRoom & { heightPx: number; besidePx: number },
): number {
  const { widthPx, heightPx, gapPx, besidePx } = room;
  const widthIn = (columns: number) => Math.floor((widthPx - gapPx * (columns - 1)) / columns);
  const most = columnsOf(LEAST_FITTED_PX, room);
  for (let columns = 1; columns < most; columns += 1) {
    const rows = Math.ceil(Math.max(1, count) / columns);
    const cardPx = (widthIn(columns) * 9) / 16 + besidePx;
    if (rows * cardPx + (rows - 1) * gapPx <= heightPx) return widthIn(columns);
  }
  return Math.max(LEAST_FITTED_PX, widthIn(most));
}

/** The zoom whose cards are about as wide: their pictures are asked for as sharp. */
export function zoomOfWidth(leastPx: number): number {
  let zoom: number = ZOOM.min;
  while (zoom < ZOOM.max && cardWidthPx(zoom + ZOOM.step) <= leastPx) zoom += ZOOM.step;
  return zoom;
}
