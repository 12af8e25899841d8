/** Notices when the page has slept, with its machine or because its browser has frozen it. */

/** Pages in the background get to work once a minute. */
const TICK_MS = 20_000;
const ASLEEP_MS = 150_000;
/** What the sleep has changed is noticed within this. */
const NOTICED_WITHIN_MS = 30_000;

export type LastAwake = {
  /** Epoch ms: now, or before the sleep from which the page has just woken. */
  at(): number;
  /** The page has learnt how things are now: the sleep is over. */
  learnt(): void;
};

/** Until `signal` aborts. */
export function watchLastAwake(signal: AbortSignal): LastAwake {
  let awakeAt = Date.now();
  let slept: { since: number; until: number } | undefined;

  function tick(): void {
    const now = Date.now();
    if (now - awakeAt > ASLEEP_MS) slept = { since: awakeAt, until: now };
    awakeAt = now;
  }

  const timer = setInterval(tick, TICK_MS);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  return {
    at() {
      tick();
      return slept && awakeAt - slept.until < NOTICED_WITHIN_MS ? slept.since : awakeAt;
    },
    learnt() {
      slept = undefined;
    },
  };
}
