/** Benches are read by programs: one line of JSON per measurement, with these fields in this order. */
import { describe, expect, it } from 'vitest';
import { toMeasurement } from '../bench/measurement.ts';

describe('the line of a measurement', () => {
  it('has every field, null where there is no baseline and no aim', () => {
    const line = JSON.stringify(
      toMeasurement('startup', { measure: 'cold start', ours: 812.34567, unit: 'ms' }),
    );
    expect(line).toBe(
      '{"bench":"startup","measure":"cold start","ours":812.3,"baseline":null,"ratio":null,"unit":"ms","aim":null,"ok":true}',
    );
  });

  it('compares with the baseline', () => {
    expect(toMeasurement('b', { measure: 'm', ours: 50, baseline: 200, unit: 'ms' })).toMatchObject({
      baseline: 200,
      ratio: 0.25,
    });
  });

  it('says whether the aim was kept', () => {
    const at = (ours: number, aim: { atMost: number } | { atLeast: number }) =>
      toMeasurement('b', { measure: 'm', ours, unit: 'ms', aim }).ok;
    expect(at(1_500, { atMost: 1_500 })).toBe(true);
    expect(at(1_501, { atMost: 1_500 })).toBe(false);
    expect(at(99, { atLeast: 99 })).toBe(true);
    expect(at(98.9, { atLeast: 99 })).toBe(false);
  });

  it('is not ok when nothing could be measured', () => {
    expect(toMeasurement('b', { measure: 'm', ours: Number.NaN, unit: 'ms' }).ok).toBe(false);
  });
});
