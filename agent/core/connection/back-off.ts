const MIN_RETRY_DELAY_MS = 1_000;
/** A class that waits for its platform is shown to its tutor again within this time. */
const MAX_RETRY_DELAY_MS = 4_000;

/**
 * Returns the pause before attempt `attempt` (from 1). It doubles up to 4 s. Every device takes a random
 * share of it, so that a school's devices do not all reconnect at once after the broker restarts.
 */
export function backOffMs(attempt: number, random: () => number): number {
  const ceiling = Math.min(MAX_RETRY_DELAY_MS, MIN_RETRY_DELAY_MS * 2 ** Math.min(attempt - 1, 10));
  return Math.round(ceiling * (0.5 + random() * 0.5));
}
