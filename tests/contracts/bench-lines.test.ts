/** Benches are read by programs: one line of JSON per measurement, with these fields in this order. */
import { describe, expect, it } from 'vitest';
import { type Aim, toMeasurement } from '../bench/meters/measurement.ts';

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
    const line = JSON.stringify(
      toMeasurement('b', {
        measure: 'm',
        ours: 50,
        baseline: 200,
        unit: 'ms',
        aim: { ratioAtMost: 0.25 },
      }),
    );
    expect(line).toBe(
      '{"bench":"b","measure":"m","ours":50,"baseline":200,"ratio":0.25,"unit":"ms","aim":"ratio ≤ 0.25","ok":true}',
    );
  });

  it.each<[string, Aim, kept: [number, number], missed: [number, number]]>([
    ['≤ 1500', { atMost: 1_500 }, [1_500, 1], [1_501, 1]],
    ['≥ 99', { atLeast: 99 }, [99, 1], [98.9, 1]],
    ['ratio ≤ 1.05', { ratioAtMost: 1.05 }, [105, 100], [106, 100]],
    ['ratio ≥ 0.6', { ratioAtLeast: 0.6 }, [60, 100], [59, 100]],
    ['≤ baseline + 30', { baselinePlus: 30 }, [42, 12], [43, 12]],
  ])('says “%s” and whether it was kept', (words, aim, kept, missed) => {
    const at = ([ours, baseline]: [number, number]) =>
      toMeasurement('b', { measure: 'm', ours, baseline, unit: 'ms', aim });
    expect(at(kept)).toMatchObject({ aim: words, ok: true });
    expect(at(missed)).toMatchObject({ aim: words, ok: false });
  });

  it('judges by what was measured, not by the rounded figures of the line', () => {
    const reading = { measure: 'm', ours: 1_500.4, unit: 'ms', aim: { atMost: 1_500 } };
    expect(toMeasurement('b', reading)).toMatchObject({ ours: 1_500, ok: false });
  });

  it('is not ok when nothing could be measured', () => {
    const nothing = Number.NaN;
    const line = (ours: number, baseline: number | undefined, aim?: Aim) =>
      toMeasurement('b', {
        measure: 'm',
        ours,
        unit: 'ms',
        ...(baseline !== undefined && { baseline }),
        ...(aim && { aim }),
      }).ok;
    expect(line(nothing, undefined)).toBe(false);
    for (const aim of [{ ratioAtMost: 2 }, { ratioAtLeast: 0 }, { baselinePlus: 30 }]) {
      expect(line(1, 1, aim)).toBe(true);
      expect(line(1, undefined, aim)).toBe(false);
      expect(line(1, 0, aim)).toBe(false);
      expect(line(1, nothing, aim)).toBe(false);
    }
  });
});
