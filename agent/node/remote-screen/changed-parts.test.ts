import { expect, it } from 'vitest';
import { changedParts, pixelsOf } from './changed-parts.ts';

const frame = (width: number, height: number, changed: readonly [x: number, y: number][] = []) => {
  const data = new Uint8ClampedArray(width * height * 4);
  for (const [x, y] of changed) data[(y * width + x) * 4 + 2] = 9;
  return { width, height, data };
};
const before = frame(200, 100);

it.each([
  ['nothing', [], []],
  ['a pixel', [[70, 10]], [{ x: 64, y: 0, width: 64, height: 64 }]],
  [
    'pixels beside each other',
    [
      [70, 10],
      [130, 63],
    ],
    [{ x: 64, y: 0, width: 128, height: 64 }],
  ],
  [
    'pixels apart, the last at the edge',
    [
      [0, 0],
      [199, 99],
    ],
    [
      { x: 0, y: 0, width: 64, height: 64 },
      { x: 192, y: 64, width: 8, height: 36 },
    ],
  ],
] as const)('finds %s', (_, changed, parts) => {
  expect(changedParts(before, frame(200, 100, [...changed] as [number, number][]))).toEqual(parts);
});

it('takes all of a first picture, and of one of another size', () => {
  const all = [{ x: 0, y: 0, width: 100, height: 200 }];
  expect(changedParts(undefined, frame(100, 200))).toEqual(all);
  expect(changedParts(before, frame(100, 200))).toEqual(all);
});

it('cuts a part out, row after row', () => {
  const picture = frame(3, 3, [
    [1, 1],
    [2, 2],
  ]);
  const blues = [...pixelsOf(picture, { x: 1, y: 1, width: 2, height: 2 })].filter((_, at) => at % 4 === 2);
  expect(blues).toEqual([9, 0, 0, 9]);
});
