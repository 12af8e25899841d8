/**
 * How much less than asked devices are to send while the line from the broker is slow. A line is slow when an answer
 * of the broker comes late: it has waited behind pictures. Then pictures are asked for less often, smaller and plainer,
 * step by step, until answers are quick again; and they come back one step at a time, each time a step has proved to be
 * too much a while later.
 */

/** What becomes of a demand for pictures: factors of its interval, its sides and its JPEG quality. */
export type Pace = { readonly interval: number; readonly side: number; readonly quality: number };

/** From as it was asked to as little as a class can still be followed by. */
const PACES = [
  { interval: 1, side: 1, quality: 1 },
  { interval: 1.5, side: 1, quality: 0.75 },
  { interval: 2, side: 0.75, quality: 0.5 },
  { interval: 3, side: 0.75, quality: 0.5 },
  { interval: 4, side: 0.5, quality: 0.5 },
  { interval: 6, side: 0.5, quality: 0.5 },
  { interval: 10, side: 0.5, quality: 0.5 },
] as const satisfies readonly Pace[];

export const MAX_PACE_LEVEL = PACES.length - 1;
/** The pace of a level, 0 to `MAX_PACE_LEVEL`. */
export const paceOf = (level: number): Pace => PACES[level] ?? PACES[0];

/** More than the usual way to and fro, an answer waits behind pictures. */
const LATE_MS = 1_000;
const VERY_LATE_MS = 3_000;
const PROMPT_MS = 300;
/** A queue that shrinks at least so fast is about to be gone. */
const DRAINING = 0.9;
/** A change that has not helped by then is not enough. */
const HELPS_WITHIN_MS = 5_000;
/** How long answers are prompt before more is tried: doubled by each try that fails soon. */
const CALM_MS = 15_000;
const MAX_CALM_MS = 300_000;
/** A try that has failed by then has failed because of it. */
const FAILED_TRY_MS = 30_000;

export type LinePace = {
  /** 0: as it was asked. */
  level(): number;
  /**
   * An answer came after `roundTripMs`, to a question that was asked at `askedAt`; or none has come for so long.
   * Times in milliseconds of one clock.
   */
  sample(at: { now: number; askedAt: number; roundTripMs: number }): void;
  /** A new connection: what was learnt of the line before holds no more, the level stays until it is. */
  reconnected(): void;
};

export function createLinePace(onChange: (level: number) => void): LinePace {
  let level = 0;
  let bestMs = Number.POSITIVE_INFINITY;
  let changedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let lastDelayMs = 0;
  let promptSince: number | undefined;
  let calmMs = CALM_MS;

  function change(to: number, now: number) {
    level = to;
    changedAt = now;
    promptSince = undefined;
    onChange(level);
  }

  function slowDown(now: number, delayMs: number) {
    if (level === MAX_PACE_LEVEL) return;
    calmMs = now - triedAt < FAILED_TRY_MS ? Math.min(calmMs * 2, MAX_CALM_MS) : CALM_MS;
    change(Math.min(MAX_PACE_LEVEL, level + (delayMs > VERY_LATE_MS ? 2 : 1)), now);
  }

  function tryMore(now: number) {
    triedAt = now;
    change(level - 1, now);
  }

  return {
    level: () => level,
    sample({ now, askedAt, roundTripMs }) {
      bestMs = Math.min(bestMs, roundTripMs);
      const delayMs = roundTripMs - bestMs;
      const isDraining = delayMs < lastDelayMs * DRAINING;
      // What was asked before the last change tells what was before it.
      const isOld = askedAt < changedAt && now - changedAt < HELPS_WITHIN_MS;
      lastDelayMs = delayMs;
      if (delayMs > PROMPT_MS) promptSince = undefined;
      if (delayMs > LATE_MS && !isDraining && !isOld) slowDown(now, delayMs);
      if (delayMs > PROMPT_MS || level === 0) return;
      promptSince ??= now;
      if (now - promptSince >= calmMs) tryMore(now);
    },
    reconnected() {
      bestMs = Number.POSITIVE_INFINITY;
      lastDelayMs = 0;
      promptSince = undefined;
    },
  };
}
