/** Logs all counters since the start of the process at regular intervals. */

import { oneLineOfJson } from '#base/log.ts';
import type { EpochMs } from '#protocol/clock.ts';

export type CounterReportDeps = {
  /** The current values of all counters, grouped by component. */
  read(): Record<string, unknown>;
  /** Stores a line of JSON, without the line end. */
  append(line: string): void;
  clock: () => EpochMs;
};

const REPORT_INTERVAL_MS = 10 * 60_000;

/** Stores a line every ten minutes if a counter has changed. The returned function stores a last one. */
export function startCounterReport({ read, append, clock }: CounterReportDeps): () => void {
  let lastLine = JSON.stringify(read());
  function report(): void {
    const counters = read();
    const line = JSON.stringify(counters);
    if (line === lastLine) return;
    lastLine = line;
    append(
      oneLineOfJson({ at: new Date(clock()).toISOString(), level: 'info', what: 'counters', ...counters }),
    );
  }
  const timer = setInterval(report, REPORT_INTERVAL_MS).unref();
  return () => {
    clearInterval(timer);
    report();
  };
}
