import { describe, expect, it } from 'vitest';
import { scalePicture, sizeWithin } from './scale-picture.ts';

describe('the size of a picture', () => {
  it.each([
    [
      { width: 1280, height: 720 },
      { width: 320, height: 180 },
    ],
    [
      { width: 1280, height: 1024 },
      { width: 225, height: 180 },
    ],
    [
      { width: 200, height: 100 },
      { width: 200, height: 100 },
    ],
    [
      { width: 10_000, height: 10 },
      { width: 320, height: 1 },
    ],
  ])('of %j within 320 × 180 is %j', (display, size) => {
    expect(sizeWithin(display, { width: 320, height: 180 })).toEqual(size);
  });
});

const pixel = (blue: number, green: number, red: number) => [blue, green, red, 0];

it('averages the pixels that one covers, and changes the order of colours', () => {
  const bgrx = Uint8Array.from([
    ...pixel(0, 10, 100),
    ...pixel(20, 30, 200),
    ...pixel(0, 0, 0),
    ...pixel(0, 0, 0),
  ]);
  const { rgba } = scalePicture({ width: 2, height: 2, bgrx }, { width: 1, height: 1 });
  expect([...rgba]).toEqual([75, 10, 5, 255]);
});

it('keeps each pixel in the full size, also of a part of a buffer', () => {
  const bytes = Uint8Array.from([9, ...pixel(1, 2, 3), ...pixel(4, 5, 6)]);
  for (const bgrx of [bytes.subarray(1), bytes.slice(1)]) {
    const { rgba } = scalePicture({ width: 2, height: 1, bgrx }, { width: 2, height: 1 });
    expect([...rgba]).toEqual([3, 2, 1, 255, 6, 5, 4, 255]);
  }
});
