/** Growing pauses between the attempts of something that fails. */

/** The first pause, and the longest one. */
export type BackOff = { minMs: number; maxMs: number };

/** The pause after `failures` failed attempts in a row, from 1. It doubles with each. */
export const backOffMs = (failures: number, { minMs, maxMs }: BackOff): number =>
  Math.min(maxMs, minMs * 2 ** (failures - 1));

/**
 * Between half of the pause and all of it, so that a school's clients do not all retry at once. `random`:
 * 0 to below 1.
 */
export const jittered = (pauseMs: number, random: number): number => pauseMs * (0.5 + random / 2);
