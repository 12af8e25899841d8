import { expect, it } from 'vitest';
import { fittingSize } from './picture-encoder.ts';

it('keeps the shape of the screen within the demanded size', () => {
  expect(fittingSize({ width: 1920, height: 1080 }, { width: 320, height: 180 })).toEqual({
    width: 320,
    height: 180,
  });
  expect(fittingSize({ width: 1080, height: 1920 }, { width: 320, height: 180 })).toEqual({
    width: 101,
    height: 180,
  });
});

it('never makes a picture larger than the screen, nor one of nothing', () => {
  expect(fittingSize({ width: 200, height: 100 }, { width: 320, height: 180 })).toEqual({
    width: 200,
    height: 100,
  });
  expect(fittingSize({ width: 4_000, height: 2 }, { width: 16, height: 16 }).height).toBe(1);
});
