/** What a bench answers: one line of JSON per measurement on standard output, nothing else there. */
export type Measurement = {
  bench: string;
  /** What was measured, in words. */
  measure: string;
  ours: number;
  /** The same measured the other way, where there is one. */
  baseline: number | null;
  unit: string;
  /** What it should be, in words such as `≤ 1500`; null where nothing was promised. */
  aim: string | null;
  ok: boolean;
};

/** `aim`: an upper (`atMost`) or lower (`atLeast`) bound in the measurement's own unit. */
export type Reading = {
  measure: string;
  ours: number;
  unit: string;
  baseline?: number;
  aim?: { atMost: number } | { atLeast: number };
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

export function toMeasurement(
  bench: string,
  { measure, ours, unit, baseline, aim }: Reading,
): Measurement & {
  ratio: number | null;
} {
  const kept = aim === undefined || ('atMost' in aim ? ours <= aim.atMost : ours >= aim.atLeast);
  return {
    bench,
    measure,
    ours: rounded(ours),
    baseline: baseline === undefined ? null : rounded(baseline),
    ratio: baseline === undefined || baseline === 0 ? null : rounded(ours / baseline),
    unit,
    aim: aim === undefined ? null : 'atMost' in aim ? `≤ ${aim.atMost}` : `≥ ${aim.atLeast}`,
    ok: kept && Number.isFinite(ours),
  };
}

const rounded = (value: number) => Number(value.toPrecision(4));
