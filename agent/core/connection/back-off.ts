const FIRST_MS = 1_000;
/** A class that waits for its platform is back in front of its tutor within this time. */
const LONGEST_MS = 4_000;

/**
 * The pause before attempt `attempt` (from 1). Doubles up to 4 s, and every device takes another share of
 * it, so that a school does not come back in one instant after the broker restarts.
 */
export function backOffMs(attempt: number, random: () => number): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt - 1, 10));
  return Math.round(ceiling * (0.5 + random() * 0.5));
}
