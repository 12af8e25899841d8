/** A data channel on its way to a chunks worker: both pages that have one hand it over like this. */
import type { ChannelHandle } from '../threads/chunks-worker.ts';
import { MAX_MESSAGE_BYTES, type TransferChannel } from './channel.ts';
import { fromDataChannel } from './data-channel.ts';
import { bridgeChannel, fromBridge } from './port-bridge.ts';

/** The same channel, on its way already. Undefined: the browser cannot, or this one is in use. */
function onItsWay(channel: RTCDataChannel): RTCDataChannel | undefined {
  try {
    return structuredClone(channel, { transfer: [channel as unknown as Transferable] });
  } catch {
    return undefined;
  }
}

/**
 * The page's half. Browsers transfer a channel only in the task in which it was made; later it stays in the page behind
 * a bridge. `transfer` goes with the handle, in the same task.
 */
export function handleOf(
  channel: RTCDataChannel,
  { bridged = false } = {},
): { handle: ChannelHandle; transfer: Transferable[] } {
  const moved = bridged ? undefined : onItsWay(channel);
  if (moved) return { handle: { channel: moved }, transfer: [moved as unknown as Transferable] };
  const port = bridgeChannel(channel);
  return { handle: { port, maxMessageBytes: MAX_MESSAGE_BYTES }, transfer: [port] };
}

/** The worker's half. */
export const channelOf = (handle: ChannelHandle): TransferChannel =>
  'channel' in handle ? fromDataChannel(handle.channel) : fromBridge(handle.port, handle.maxMessageBytes);
