import { describe, expect, it } from 'vitest';
import {
  backgroundZoomRange,
  fitZoom,
  PAGE_ZOOM,
  stepBackgroundZoom,
  stepPageZoom,
  tileGapPx,
  tileHeightPx,
  tileRem,
  tileWidthPx,
  toPageZoom,
  toTileSize,
  wallPictures,
} from './limits.ts';

describe('the size of tiles', () => {
  it.each([
    [0, 6],
    [15, 12.3],
    [50, 27],
    [100, 48],
  ])('at %i of the slider is %d rem', (size, rem) => {
    expect(tileRem(size)).toBeCloseTo(rem);
  });

  it.each([
    [undefined, 15],
    ['', 15],
    ['nonsense', 15],
    [Number.NaN, 15],
    ['40', 40],
    [42, 40],
    [-5, 0],
    [1e9, 100],
  ])('is read from %j as %i', (stored, size) => {
    expect(toTileSize(stored)).toBe(size);
  });

  it('is 16:9 and follows the zoom of the page', () => {
    expect(tileWidthPx(0, 100)).toBe(96);
    expect(tileHeightPx(96)).toBe(54);
    expect(tileWidthPx(100, 200)).toBe(1_536);
  });

  it('leaves a gap of 5 px scaled plus 10', () => {
    expect([50, 100, 200].map(tileGapPx)).toEqual([13, 15, 20]);
  });
});

describe('the zoom of the page', () => {
  it.each([
    [100, 1, 105],
    [100, -1, 95],
    [200, 1, 200],
    [50, -1, 50],
    [33, 1, 35],
    [33, -1, 33],
    [52, -1, 50],
  ] as const)('from %i in direction %i leads to %i', (zoom, direction, next) => {
    expect(stepPageZoom(zoom, direction)).toBe(next);
  });

  it.each([
    [{ width: 1_000, height: 1_000 }, { width: 500, height: 800 }, 50],
    [{ width: 100_000, height: 10 }, { width: 500, height: 800 }, PAGE_ZOOM.fitMin],
    [{ width: 10, height: 10 }, { width: 500, height: 800 }, PAGE_ZOOM.fitMax],
    [{ width: 0, height: 0 }, { width: 0, height: 0 }, PAGE_ZOOM.initial],
  ])('fits %j into %j at %i', (image, viewport, zoom) => {
    expect(fitZoom(image, viewport)).toBe(zoom);
  });

  it('that was stored is one that fitting can lead to', () => {
    expect(['10', '25', '300', 'x', null].map(toPageZoom)).toEqual([25, 25, 200, 100, 100]);
  });
});

describe('the zoom of the background', () => {
  const viewport = { width: 1_000, height: 1_000 };
  it.each([
    [499, 400],
    [500, 300],
    [999, 300],
    [1_000, 200],
    [1_999, 200],
    [2_000, 150],
  ])('of an image of %i px ends at %i', (side, max) => {
    expect(backgroundZoomRange({ width: side, height: side }, viewport).max).toBe(max);
  });

  it('begins at 25, or lower where it takes that to see all of the image', () => {
    expect(backgroundZoomRange({ width: 800, height: 600 }, viewport).min).toBe(25);
    expect(backgroundZoomRange({ width: 10_000, height: 600 }, viewport).min).toBe(10);
    expect(backgroundZoomRange({ width: 800, height: 600 }, { width: 0, height: 0 }).min).toBe(25);
  });

  it('stays within its range', () => {
    const range = { min: 25, max: 400 };
    expect(stepBackgroundZoom(400, 1, range)).toBe(400);
    expect(stepBackgroundZoom(27, -1, range)).toBe(25);
    expect(stepBackgroundZoom(100, 1, range)).toBe(105);
  });
});

describe('the pictures that a tile asks for', () => {
  it('are as large as it is shown', () => {
    expect(wallPictures(96, 1)).toMatchObject({ width: 96, height: 54, intervalMs: 10_000, quality: 10 });
    expect(wallPictures(197, 1)).toMatchObject({ width: 224, height: 126, intervalMs: 5_000 });
    expect(wallPictures(197, 2)).toMatchObject({ width: 416 });
    expect(wallPictures(768, 1)).toMatchObject({ width: 768, height: 432, intervalMs: 2_000, quality: 50 });
  });

  it('are bounded on screens of any density', () => {
    expect(wallPictures(1_536, 4).width).toBe(1_280);
    expect(wallPictures(96, 0.25).width).toBe(96);
  });
});
