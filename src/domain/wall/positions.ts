/** Positions of the tiles of a wall: snapped into a grid, or placed by a person. */
import type { Size } from './limits.ts';

export type Position = { x: number; y: number };
/** Key: the client's id. In pixels at a zoom of 100. */
export type Positions = Readonly<Record<string, Position>>;

/** No tile may be further away, because it could not be found again. */
export const MAX_POSITION = 20_000;
/** More than a wall can show. */
export const MAX_POSITIONS = 2_000;
/** How far an arrow key moves a tile. */
const GRID_STEP = 20;

export type TileRoom = { tile: Size; gapPx: number; widthPx: number };

const cellOf = ({ tile, gapPx }: TileRoom): Size => ({
  width: Math.max(1, tile.width + gapPx),
  height: Math.max(1, tile.height + gapPx),
});

function columnsIn(room: TileRoom): number {
  const columns = Math.floor((room.widthPx - room.gapPx) / cellOf(room).width);
  return Number.isFinite(columns) ? Math.max(1, columns) : 1;
}

/** The spot of the tile with the index `at`, from 0. The gap also surrounds the whole grid. */
function spotInGrid(at: number, room: TileRoom): Position {
  const cell = cellOf(room);
  const columns = columnsIn(room);
  return {
    x: room.gapPx + (at % columns) * cell.width,
    y: room.gapPx + Math.floor(at / columns) * cell.height,
  };
}

export const snappedSpots = (keys: readonly string[], room: TileRoom): Map<string, Position> =>
  new Map(keys.map((key, at) => [key, spotInGrid(at, room)]));

/** Indices of the spots of the grid that a tile overlaps. */
function coveredSpots({ x, y }: Position, room: TileRoom): number[] {
  const cell = cellOf(room);
  const columns = columnsIn(room);
  const first = (at: number, size: number, step: number) => Math.floor((at - room.gapPx - size) / step) + 1;
  const last = (at: number, size: number, step: number) => Math.ceil((at - room.gapPx + size) / step) - 1;
  const covered: number[] = [];
  const { tile } = room;
  for (
    let row = Math.max(0, first(y, tile.height, cell.height));
    row <= last(y, tile.height, cell.height);
    row += 1
  )
    for (
      let column = Math.max(0, first(x, tile.width, cell.width));
      column <= Math.min(columns - 1, last(x, tile.width, cell.width));
      column += 1
    )
      covered.push(row * columns + column);
  return covered;
}

/**
 * Spots in screen pixels: placed tiles stay where they are, and the others take the first free spots.
 * `scale`: screen pixels for one pixel of a position, 1 at a zoom of 100.
 */
export function customSpots(
  keys: readonly string[],
  positions: Positions,
  room: TileRoom & { scale: number },
): Map<string, Position> {
  const spots = new Map<string, Position>();
  const taken = new Set<number>();
  for (const key of keys) {
    const position = Object.hasOwn(positions, key) ? positions[key] : undefined;
    if (position === undefined) continue;
    const spot = { x: Math.round(position.x * room.scale), y: Math.round(position.y * room.scale) };
    spots.set(key, spot);
    for (const at of coveredSpots(spot, room)) taken.add(at);
  }
  let next = 0;
  for (const key of keys) {
    if (spots.has(key)) continue;
    while (taken.has(next)) next += 1;
    spots.set(key, spotInGrid(next, room));
    next += 1;
  }
  return spots;
}

/** The space that all spots need, with the gap around them. */
export function extentOf(spots: Iterable<Position>, { tile, gapPx }: TileRoom): Size {
  let width = 0;
  let height = 0;
  for (const { x, y } of spots) {
    width = Math.max(width, x + tile.width + gapPx);
    height = Math.max(height, y + tile.height + gapPx);
  }
  return { width, height };
}

export const positionOf = ({ x, y }: Position, scale: number): Position => ({
  x: Math.round(x / scale),
  y: Math.round(y / scale),
});

/** Limits of a tile's position: `width` and `height` are the greatest coordinates. */
export type Bounds = Size;

/** Tiles stay on their background. Without one they may go as far as a position can. */
export const boundsOf = (background: Size | undefined, tile: Size): Bounds => ({
  width: Math.max(0, (background?.width ?? MAX_POSITION + tile.width) - tile.width),
  height: Math.max(0, (background?.height ?? MAX_POSITION + tile.height) - tile.height),
});

const limited = (by: number, values: readonly number[], max: number): number =>
  // Tiles that are outside already do not hold the others back.
  Math.max(-Math.max(0, Math.min(...values)), Math.min(by, Math.max(0, max - Math.max(...values))));

/** Moves some tiles together. None of them leaves the bounds, and their distances stay the same. */
export function movedBy(
  positions: Positions,
  keys: readonly string[],
  { x, y }: Position,
  bounds: Bounds,
): Positions {
  const moving = keys.flatMap((key) => {
    const at = Object.hasOwn(positions, key) ? positions[key] : undefined;
    return at === undefined ? [] : [{ key, at }];
  });
  if (moving.length === 0) return positions;
  const by = {
    x: limited(
      x,
      moving.map(({ at }) => at.x),
      bounds.width,
    ),
    y: limited(
      y,
      moving.map(({ at }) => at.y),
      bounds.height,
    ),
  };
  if (by.x === 0 && by.y === 0) return positions;
  const next = moving.map(({ key, at }): [string, Position] => [key, { x: at.x + by.x, y: at.y + by.y }]);
  return { ...positions, ...Object.fromEntries(next) };
}

const DIRECTIONS: Readonly<Record<string, Position>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** How far a key moves a tile: to the next line of the grid, or by one pixel. Undefined: not at all. */
export function stepOfKey(key: string, from: Position, isFine: boolean): Position | undefined {
  const direction = Object.hasOwn(DIRECTIONS, key) ? DIRECTIONS[key] : undefined;
  if (direction === undefined) return undefined;
  if (isFine) return direction;
  const toLine = (at: number, by: number) => {
    if (by === 0) return 0;
    const line = by > 0 ? Math.floor(at / GRID_STEP) + 1 : Math.ceil(at / GRID_STEP) - 1;
    return line * GRID_STEP - at;
  };
  return { x: toLine(from.x, direction.x), y: toLine(from.y, direction.y) };
}

type Guided = { by: Position; guides: { x: number | undefined; y: number | undefined } };

/** The smallest step that aligns one of `own` with one of `others`, within reach. */
function nearest(own: readonly number[], others: Iterable<number>, reach: number) {
  let best: { by: number; at: number } | undefined;
  for (const at of others)
    for (const edge of own)
      if (Math.abs(at - edge) <= reach && (best === undefined || Math.abs(at - edge) < Math.abs(best.by)))
        best = { by: at - edge, at };
  return best;
}

/** Aligns a dragged tile with others: edge to edge, or side by side with the gap between. In equal pixels. */
export function guided(
  at: Position,
  others: readonly Position[],
  { tile, gapPx, reachPx }: { tile: Size; gapPx: number; reachPx: number },
): Guided {
  const lines = (values: readonly number[], size: number) =>
    values.flatMap((value) => [value, value + size + gapPx, value - size - gapPx]);
  const x = nearest(
    [at.x],
    lines(
      others.map((each) => each.x),
      tile.width,
    ),
    reachPx,
  );
  const y = nearest(
    [at.y],
    lines(
      others.map((each) => each.y),
      tile.height,
    ),
    reachPx,
  );
  return { by: { x: x?.by ?? 0, y: y?.by ?? 0 }, guides: { x: x?.at, y: y?.at } };
}

/** The tiles that a rubber band from one corner to another touches. */
export function tilesWithin(
  spots: ReadonlyMap<string, Position>,
  tile: Size,
  [a, b]: readonly [Position, Position],
): string[] {
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
  const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
  return [...spots].flatMap(([key, { x, y }]) =>
    x < right && x + tile.width > left && y < bottom && y + tile.height > top ? [key] : [],
  );
}
