import { expect, test } from 'vitest';
import { cardWidthPx, thumbnailQuality, thumbnailSize, toZoom, ZOOM } from './zoom.ts';

test('quality goes from 10 to 50 with zoom, and is 10 without one', () => {
  expect([undefined, 0, 30, 50, 100].map((zoom) => thumbnailQuality(zoom))).toEqual([10, 10, 22, 30, 50]);
  expect(thumbnailQuality(ZOOM.initial)).toBe(10);
});

test('cards grow with every step and jump above 70', () => {
  const widths = Array.from({ length: 11 }, (_, i) => cardWidthPx(i * ZOOM.step));
  const growths = widths.slice(1).map((width, i) => width - (widths[i] ?? 0));
  expect(growths.every((growth) => growth > 0)).toBe(true);
  expect(growths[7]).toBeGreaterThan(2 * (growths[6] ?? 0));
});

test('a stored zoom is clamped to the steps, and nonsense falls back', () => {
  expect(['45', 44, -5, 1000, '', 'x', null, Number.NaN].map(toZoom)).toEqual([
    50,
    40,
    0,
    100,
    ZOOM.initial,
    ZOOM.initial,
    ZOOM.initial,
    ZOOM.initial,
  ]);
});

test('asks for a 16:9 picture that covers the card, at most 1280 wide', () => {
  expect(thumbnailSize(cardWidthPx(30), 1)).toEqual({ width: 240, height: 135 });
  expect(thumbnailSize(cardWidthPx(30), 2)).toEqual({ width: 400, height: 225 });
  expect(thumbnailSize(800, 3).width).toBe(1280);
  for (let widthPx = 160; widthPx < 700; widthPx += 1)
    expect(widthPx / thumbnailSize(widthPx, 1).width).toBeLessThanOrEqual(1.1);
});
