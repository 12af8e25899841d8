import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boundsOf,
  customSpots,
  extentOf,
  guided,
  MAX_POSITION,
  movedBy,
  type Position,
  type Positions,
  snappedSpots,
  stepOfKey,
  tilesWithin,
} from './positions.ts';

const tile = { width: 160, height: 90 };
const room = { tile, gapPx: 15, widthPx: 1_000 };

const overlaps = (a: Position, b: Position) =>
  Math.abs(a.x - b.x) < tile.width && Math.abs(a.y - b.y) < tile.height;

describe('the snapped layout', () => {
  it('fills rows from the left, with a gap around every tile', () => {
    const spots = snappedSpots(['a', 'b', 'c', 'd', 'e', 'f'], room);
    expect([...spots.values()].slice(0, 2)).toEqual([
      { x: 15, y: 15 },
      { x: 190, y: 15 },
    ]);
    expect(spots.get('f')).toEqual({ x: 15, y: 120 });
    expect(extentOf(spots.values(), room)).toEqual({ width: 890, height: 225 });
  });

  it.each([0, 10, Number.NaN, -5])('has one column in a room of %d px', (widthPx) => {
    expect(snappedSpots(['a', 'b'], { ...room, widthPx }).get('b')).toEqual({ x: 15, y: 120 });
  });
});

describe('the custom layout', () => {
  it('puts tiles where they were put, and the others where nothing stands', () => {
    const spots = customSpots(['a', 'b', 'c'], { b: { x: 10, y: 20 } }, { ...room, scale: 1 });
    expect(spots.get('b')).toEqual({ x: 10, y: 20 });
    expect(spots.get('a')).toEqual({ x: 190, y: 15 });
    expect(spots.get('c')).toEqual({ x: 365, y: 15 });
  });

  it('follows the zoom', () => {
    const spots = customSpots(['a'], { a: { x: 10, y: 21 } }, { ...room, scale: 0.5 });
    expect(spots.get('a')).toEqual({ x: 5, y: 11 });
  });

  it('never puts a tile that nobody has put anywhere onto another', () => {
    const position = fc.record({
      x: fc.integer({ min: 0, max: 1_500 }),
      y: fc.integer({ min: 0, max: 900 }),
    });
    fc.assert(
      fc.property(
        fc.array(position, { maxLength: 12 }),
        fc.integer({ min: 1, max: 12 }),
        (put, freeCount) => {
          const positions: Positions = Object.fromEntries(put.map((each, at) => [`put ${at}`, each]));
          const free = Array.from({ length: freeCount }, (_, at) => `free ${at}`);
          const spots = customSpots([...Object.keys(positions), ...free], positions, { ...room, scale: 1 });
          const all = [...spots];
          for (const [key, spot] of all)
            if (key.startsWith('free'))
              for (const [other, there] of all) if (other !== key) expect(overlaps(spot, there)).toBe(false);
        },
      ),
    );
  });

  it('takes no position from what every object has', () => {
    const spots = customSpots(['constructor', '__proto__'], {}, { ...room, scale: 1 });
    expect(spots.get('constructor')).toEqual({ x: 15, y: 15 });
    expect(spots.get('__proto__')).toEqual({ x: 190, y: 15 });
  });

  it('spots a thousand tiles on a thousand others at once', () => {
    const put = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, at) => [
        `put ${at}`,
        { x: (at % 40) * 50, y: Math.floor(at / 40) * 50 },
      ]),
    );
    const keys = [...Object.keys(put), ...Array.from({ length: 1_000 }, (_, at) => `free ${at}`)];
    expect(customSpots(keys, put, { ...room, scale: 1 }).size).toBe(2_000);
  });
});

describe('moving', () => {
  const bounds = boundsOf({ width: 1_000, height: 500 }, tile);
  const two = { a: { x: 0, y: 100 }, b: { x: 200, y: 400 } };

  it('keeps tiles on the background', () => {
    expect(movedBy(two, ['a'], { x: -10, y: 5 }, bounds).a).toEqual({ x: 0, y: 105 });
    expect(movedBy(two, ['a'], { x: 5_000, y: 5_000 }, bounds).a).toEqual({ x: 840, y: 410 });
  });

  it('keeps the distances of tiles that move together', () => {
    const moved = movedBy(two, ['a', 'b'], { x: 10, y: 100 }, bounds);
    expect(moved).toEqual({ a: { x: 10, y: 110 }, b: { x: 210, y: 410 } });
  });

  it('is the same value where nothing has moved', () => {
    expect(movedBy(two, ['a'], { x: -1, y: 0 }, bounds)).toBe(two);
    expect(movedBy(two, ['nobody'], { x: 1, y: 0 }, bounds)).toBe(two);
    expect(movedBy(two, [], { x: 1, y: 0 }, bounds)).toBe(two);
  });

  it('never leads out of the bounds', () => {
    const coordinate = fc.integer({ min: 0, max: MAX_POSITION });
    const by = fc.integer({ min: -50_000, max: 50_000 });
    fc.assert(
      fc.property(coordinate, coordinate, by, by, (x, y, byX, byY) => {
        const free = boundsOf(undefined, tile);
        const { a } = movedBy({ a: { x, y } }, ['a'], { x: byX, y: byY }, free);
        expect(a?.x).toBeGreaterThanOrEqual(0);
        expect(a?.y).toBeGreaterThanOrEqual(0);
        expect(a?.x).toBeLessThanOrEqual(MAX_POSITION);
        expect(a?.y).toBeLessThanOrEqual(MAX_POSITION);
      }),
    );
  });

  it.each([
    ['ArrowRight', 13, false, { x: 7, y: 0 }],
    ['ArrowRight', 20, false, { x: 20, y: 0 }],
    ['ArrowLeft', 13, false, { x: -13, y: 0 }],
    ['ArrowLeft', 20, false, { x: -20, y: 0 }],
    ['ArrowRight', 13, true, { x: 1, y: 0 }],
    ['ArrowUp', 13, true, { x: 0, y: -1 }],
    ['Enter', 13, false, undefined],
    ['constructor', 13, false, undefined],
  ])('by %s from %i (fine: %s) is %j', (key, x, isFine, by) => {
    expect(stepOfKey(key, { x, y: 0 }, isFine)).toEqual(by);
  });
});

describe('the guides', () => {
  const reach = { tile, gapPx: 15, reachPx: 8 };
  it('bring a tile in line with another, or beside it', () => {
    expect(guided({ x: 103, y: 300 }, [{ x: 100, y: 20 }], reach)).toEqual({
      by: { x: -3, y: 0 },
      guides: { x: 100, y: undefined },
    });
    expect(guided({ x: 270, y: 25 }, [{ x: 100, y: 20 }], reach)).toEqual({
      by: { x: 5, y: -5 },
      guides: { x: 275, y: 20 },
    });
  });

  it('leave alone what is out of their reach', () => {
    expect(guided({ x: 130, y: 300 }, [{ x: 100, y: 20 }], reach).by).toEqual({ x: 0, y: 0 });
    expect(guided({ x: 130, y: 300 }, [], reach).by).toEqual({ x: 0, y: 0 });
  });
});

it('a band selects what it touches, drawn in any direction', () => {
  const spots = snappedSpots(['a', 'b', 'c'], room);
  const [from, to] = [
    { x: 5, y: 5 },
    { x: 200, y: 30 },
  ];
  expect(tilesWithin(spots, tile, [from, to])).toEqual(['a', 'b']);
  expect(tilesWithin(spots, tile, [to, from])).toEqual(['a', 'b']);
  expect(tilesWithin(spots, tile, [from, from])).toEqual([]);
});
