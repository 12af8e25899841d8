/**
 * Returns a phase that spreads a class over an interval. A group demand reaches every device at once; without
 * a phase all devices would send at the same instant every time.
 */
export function phaseOf(clientId: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < clientId.length; i++) hash = Math.imul(hash ^ clientId.charCodeAt(i), 0x01000193);
  // FNV-1a leaves ids that differ in their last digit close together; one more round scatters them.
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}

/** Timers may fire early by this much. Such a beat must not be sent twice. */
const GRACE_MS = 5;

/** Returns the time until the next beat, at most the interval, so that the demanded rate is met. */
export function untilNextBeatMs(nowMs: number, intervalMs: number, phase: number): number {
  const past = (nowMs - Math.round(phase * intervalMs)) % intervalMs;
  const restMs = intervalMs - (past < 0 ? past + intervalMs : past);
  return restMs < GRACE_MS ? restMs + intervalMs : restMs;
}
