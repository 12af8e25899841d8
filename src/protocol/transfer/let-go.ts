/**
 * Frees bytes that nobody reads any more, where the platform can. Left to the collection of garbage, a worker through
 * which a large file goes holds tens of MiB of what is gone already. The whole buffer must be the caller's own; what came
 * out of a blob is not: Chromium keeps its bytes until the collection, and no longer counts them.
 */
export function letGo({ buffer }: Uint8Array): void {
  const own = buffer as ArrayBuffer & { transfer?(byteLength: number): ArrayBuffer };
  // One that was moved elsewhere has no length.
  if (own.byteLength > 0) own.transfer?.(0);
}
