/** The number of columns of cards, and the card width at which a whole class is visible. CSS pixels. */
import { cardWidthPx, ZOOM } from './zoom.ts';

/** The space for cards: the grid without its own padding. */
export type GridRoom = { widthPx: number; gapPx: number };

/** Narrower cards show nothing recognisable. */
const MIN_CARD_PX = 120;

const columnsOf = (minPx: number, { widthPx, gapPx }: GridRoom) =>
  Math.max(1, Math.floor((widthPx + gapPx) / (minPx + gapPx)));

export const columnsAt = (zoom: number, room: GridRoom): number => columnsOf(cardWidthPx(zoom), room);

/**
 * The zoom to use when a person moves the slider from one zoom to another. If the number of columns would
 * stay the same, this is the next zoom in that direction that changes it. Without such a zoom it is `to`.
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
 * The largest width at which `count` cards are visible at once; if not all of them fit, the minimum width.
 * `besidePx`: the height of a card without its picture, which is 16:9.
 */
export function fittingWidthPx(
  count: number,
  room: GridRoom & { heightPx: number; besidePx: number },
): number {
  const { widthPx, heightPx, gapPx, besidePx } = room;
  const widthIn = (columns: number) => Math.floor((widthPx - gapPx * (columns - 1)) / columns);
  const maxColumns = columnsOf(MIN_CARD_PX, room);
  for (let columns = 1; columns < maxColumns; columns += 1) {
    const rows = Math.ceil(Math.max(1, count) / columns);
    const cardPx = (widthIn(columns) * 9) / 16 + besidePx;
    if (rows * cardPx + (rows - 1) * gapPx <= heightPx) return widthIn(columns);
  }
  return Math.max(MIN_CARD_PX, widthIn(maxColumns));
}

/** The largest zoom whose cards are no wider. Pictures are requested in the quality of that zoom. */
export function zoomOfWidth(minPx: number): number {
  let zoom: number = ZOOM.min;
  while (zoom < ZOOM.max && cardWidthPx(zoom + ZOOM.step) <= minPx) zoom += ZOOM.step;
  return zoom;
}
