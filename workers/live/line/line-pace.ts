/**
 * How far device reports are throttled while the line from the broker is slow. A line is slow when ping
 * answers are late, because they wait behind pictures. Pictures are then requested less often, smaller and at
 * lower quality, step by step, until answers are prompt again. They are restored one step at a time, and
 * later each time a step proves too much.
 */

/** Factors applied to a demand for pictures: interval, sides and JPEG quality. */
export type Pace = { readonly interval: number; readonly side: number; readonly quality: number };

/** From unthrottled down to the minimum at which a class can still be followed. */
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

/** Beyond the usual round trip, so an answer this late has waited behind pictures. */
const LATE_MS = 1_000;
const VERY_LATE_MS = 3_000;
const PROMPT_MS = 300;
/** A queue that shrinks at least this fast will soon be empty. */
const DRAINING = 0.9;
/** A change that has not helped after this time is not enough. */
const GRACE_MS = 5_000;
/** How long answers must be prompt before a faster level is tried; doubled after each try that fails soon. */
const CALM_MS = 15_000;
const MAX_CALM_MS = 300_000;
/** A slow line within this time after a try was caused by the try. */
const WINDOW_MS = 30_000;

export type LinePace = {
  /** 0: unthrottled. */
  level(): number;
  /**
   * Evaluates an answer that took `roundTripMs` after the ping at `pingedAt`, or a missing answer after that
   * time. Times in milliseconds of one clock.
   */
  sample(at: { now: number; pingedAt: number; roundTripMs: number }): void;
  /** A new connection: earlier measurements are invalid. The level stays until there are new ones. */
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
    calmMs = now - triedAt < WINDOW_MS ? Math.min(calmMs * 2, MAX_CALM_MS) : CALM_MS;
    change(Math.min(MAX_PACE_LEVEL, level + (delayMs > VERY_LATE_MS ? 2 : 1)), now);
  }

  function tryMore(now: number) {
    triedAt = now;
    change(level - 1, now);
  }

  return {
    level: () => level,
    sample({ now, pingedAt, roundTripMs }) {
      bestMs = Math.min(bestMs, roundTripMs);
      const delayMs = roundTripMs - bestMs;
      const isDraining = delayMs < lastDelayMs * DRAINING;
      // A ping sent before the last change measures the line before it.
      const isOld = pingedAt < changedAt && now - changedAt < GRACE_MS;
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
