/** Counts incoming messages that were dropped since the worker started, by reason. */
import type { DropReason } from './live-message.ts';

export type DropCount = ReturnType<typeof createDropCount>;

export function createDropCount(onChange: (counts: Readonly<Record<string, number>>) => void) {
  const counts: Record<string, number> = {};
  return {
    count(reason: DropReason) {
      counts[reason] = (counts[reason] ?? 0) + 1;
      onChange(counts);
    },
    counts: (): Readonly<Record<string, number>> => counts,
  };
}
