/**
 * Waits until another window stores a provider's answer to a sign-in or consent. Polls every second for 10 s,
 * while a spinner turns, and listens for storage events after that.
 */
import { TIMING } from '#domain/timing.ts';
import type { Clock } from '#protocol/clock.ts';

/** Returns the stop. Stops by itself with the first result. */
export function waitForAnswer<T>(deps: {
  clock: Clock;
  /** Returns the answer once it is stored. */
  look: () => T | undefined;
  /** Calls back when another window has changed local storage; returns the removal. */
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
