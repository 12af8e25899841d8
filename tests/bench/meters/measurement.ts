/** What a bench answers: one line of JSON per measurement on standard output, nothing else there. */
export type Measurement = {
  bench: string;
  /** What was measured, in words. */
  measure: string;
  ours: number;
  /** The same measured the other way in the same run, where there is one. */
  baseline: number | null;
  /** `ours / baseline`. */
  ratio: number | null;
  unit: string;
  /** What it should be, in words such as `≤ 1500`; null where nothing was promised. */
  aim: string | null;
  ok: boolean;
};

/** A bound in the measurement's own unit, or one that only the baseline of the same run gives a meaning. */
export type Aim =
  | { atMost: number }
  | { atLeast: number }
  | { ratioAtMost: number }
  | { ratioAtLeast: number }
  /** No more than this above the baseline. */
  | { baselinePlus: number };

export type Reading = {
  measure: string;
  ours: number;
  unit: string;
  baseline?: number;
  aim?: Aim;
};

/** A bench gives its readings as it gets them, and says how it goes on standard error. */
export type Bench = (context: BenchContext) => Promise<void>;

export type BenchContext = {
  report(reading: Reading): void;
  say(line: string): void;
  args: readonly string[];
  /** Undone in reverse order after the bench, whatever happened. */
  atEnd(undo: () => Promise<void> | void): void;
};

export function toMeasurement(bench: string, { measure, ours, unit, baseline, aim }: Reading): Measurement {
  return {
    bench,
    measure,
    ours: rounded(ours),
    baseline: baseline === undefined ? null : rounded(baseline),
    ratio: baseline === undefined || baseline === 0 ? null : rounded(ours / baseline),
    unit,
    aim: aim === undefined ? null : words(aim),
    ok: Number.isFinite(ours) && (aim === undefined || isKept(aim, ours, baseline)),
  };
}

function words(aim: Aim): string {
  if ('atMost' in aim) return `≤ ${aim.atMost}`;
  if ('atLeast' in aim) return `≥ ${aim.atLeast}`;
  if ('ratioAtMost' in aim) return `ratio ≤ ${aim.ratioAtMost}`;
  if ('ratioAtLeast' in aim) return `ratio ≥ ${aim.ratioAtLeast}`;
  return `≤ baseline + ${aim.baselinePlus}`;
}

function isKept(aim: Aim, ours: number, baseline: number | undefined): boolean {
  if ('atMost' in aim) return ours <= aim.atMost;
  if ('atLeast' in aim) return ours >= aim.atLeast;
  // A baseline that measured nothing proves nothing.
  if (baseline === undefined || !(baseline > 0)) return false;
  if ('ratioAtMost' in aim) return ours <= aim.ratioAtMost * baseline;
  if ('ratioAtLeast' in aim) return ours >= aim.ratioAtLeast * baseline;
  return ours <= baseline + aim.baselinePlus;
}

const rounded = (value: number) => Number(value.toPrecision(4));
