/**
 * Waits for another window to store what a provider answered, of a sign-in or of a consent: looks every second for 10 s,
 * in which a spinner turns, and goes on listening for storage events after that.
 */
import { TIMING } from '#domain/timing.ts';
import type { Clock } from '#protocol/clock.ts';

/** Returns its stop. Ends by itself with the first result. */
export function waitForAnswer<T>(deps: {
  clock: Clock;
  /** The answer, once it is stored. */
  look: () => T | undefined;
  /** Calls back when another window has changed local storage; the returned function ends that. */
  onStorage: (changed: () => void) => () => void;
  onResult: (result: T) => void;
  onSpinnerStop: () => void;
}): () => void {
  const untilMs = deps.clock.now() + TIMING.identityPollTimeoutMs;
  let cancelPoll = () => {};

  function stop(): void {
    cancelPoll();
    stopListening();
  }
  function check(): boolean {
    const result = deps.look();
    if (result === undefined) return false;
    stop();
    deps.onResult(result);
    return true;
  }
  function poll(): void {
    if (check()) return;
    if (deps.clock.now() < untilMs) cancelPoll = deps.clock.after(TIMING.identityPollMs, poll);
    else deps.onSpinnerStop();
  }

  const stopListening = deps.onStorage(check);
  cancelPoll = deps.clock.after(TIMING.identityPollMs, poll);
  return stop;
}
