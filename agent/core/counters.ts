/** Counts a device's messages, for tests, benchmarks and its log. */
export type DeviceCounters = {
  received: number;
  /** Dropped messages, by reason. */
  dropped: Record<string, number>;
  /** Published messages and bytes, by kind of feedback. */
  published: Record<string, { messages: number; bytes: number }>;
  connects: number;
};

export const createCounters = (): DeviceCounters => ({
  received: 0,
  dropped: {},
  published: {},
  connects: 0,
});

export function countDropped(counters: DeviceCounters, reason: string): void {
  counters.dropped[reason] = (counters.dropped[reason] ?? 0) + 1;
}

export function countPublished(counters: DeviceCounters, kind: string, bytes: number): void {
  const entry = counters.published[kind] ?? { messages: 0, bytes: 0 };
  counters.published[kind] = { messages: entry.messages + 1, bytes: entry.bytes + bytes };
}
