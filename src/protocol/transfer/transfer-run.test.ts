import { expect, test } from 'vitest';
import { createProgress } from './transfer-run.ts';

const SIZE = 1_000_000;

/** Bytes come every 10 ms for so long; answers when progress was told. */
function toldAt(lastingMs: number): number[] {
  let now = 5_000;
  const told: number[] = [];
  const progress = createProgress({ now: () => now }, () => told.push(now - 5_000));
  for (let ms = 0; ms <= lastingMs; ms += 10) {
    now = 5_000 + ms;
    progress('a', ms + 1, SIZE);
  }
  return told;
}

test('a short transfer is seen to move', () => {
  expect(toldAt(1_100)).toEqual([0, 250, 500, 750, 1_000]);
});

test('a long one moves by the second', () => {
  expect(toldAt(6_000).filter((ms) => ms >= 2_000)).toEqual([2_750, 3_750, 4_750, 5_750]);
});

test('that all is there is told at once', () => {
  let now = 0;
  const told: number[] = [];
  const progress = createProgress({ now: () => now }, (_, bytes) => told.push(bytes));
  progress('a', 10, SIZE);
  now = 5;
  progress('a', 20, SIZE);
  progress('a', SIZE, SIZE);
  expect(told).toEqual([10, SIZE]);
});
