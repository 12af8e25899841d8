/** Tells the operator now and then how often everything that is counted has happened since the start. */
import type { EpochMs } from '#protocol/clock.ts';
import { oneLineOfJson } from './http/log.ts';

export type CounterReportDeps = {
  /** All counters as of now, by what counts them. */
  read(): Record<string, unknown>;
  /** Takes a line of JSON without its end. */
  keep(line: string): void;
  clock: () => EpochMs;
};

const EVERY_MS = 10 * 60_000;

/**
 * Keeps a line every ten minutes in which a counter has moved, and one at the end. Returns the function that stops
 * it.
 */
export function startCounterReport({ read, keep, clock }: CounterReportDeps): () => void {
  let told = JSON.stringify(read());
  function tell(): void {
    const counters = read();
    const now = JSON.stringify(counters);
    if (now === told) return;
    told = now;
    keep(
      oneLineOfJson({ at: new Date(clock()).toISOString(), level: 'info', what: 'counters', ...counters }),
    );
  }
  const timer = setInterval(tell, EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    tell();
  };
}
