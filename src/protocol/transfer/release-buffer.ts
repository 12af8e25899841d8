/**
 * Frees bytes that are no longer read, if the platform can. With garbage collection alone, a worker that
 * passes on a large file holds tens of MiB of it. The whole buffer must belong to the caller. Memory from a
 * blob does not: Chromium keeps its bytes until the collection, and no longer counts them.
 */
export function releaseBuffer({ buffer }: Uint8Array): void {
  const own = buffer as ArrayBuffer & { transfer?(byteLength: number): ArrayBuffer };
  // A buffer that was transferred has no length.
  if (own.byteLength > 0) own.transfer?.(0);
}
