/** The data port of a tab in the same thread: batches arrive immediately, and are acknowledged by hand. */
import type { LiveBatch } from '#protocol/threads/live-worker.ts';

export function createFakePort(onBatch: (batch: LiveBatch, transfer: Transferable[]) => void) {
  const port = {
    postMessage: onBatch,
    onmessage: undefined as ((event: { data: { ack: number } }) => void) | undefined,
  };
  return {
    port: port as unknown as MessagePort,
    acknowledge: (seq: number) => port.onmessage?.({ data: { ack: seq } }),
  };
}
