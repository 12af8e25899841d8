/** Hands a data channel over to a chunks worker. Both pages that have such a worker use it. */
import type { ChannelHandle } from '../threads/chunks-worker.ts';
import { MAX_MESSAGE_BYTES, type TransferChannel } from './channel.ts';
import { fromDataChannel } from './data-channel.ts';
import { bridgeChannel, fromBridge } from './port-bridge.ts';

/** Takes the channel out of this page. Undefined: the browser cannot do that, or the channel is in use. */
function onItsWay(channel: RTCDataChannel): RTCDataChannel | undefined {
  try {
    return structuredClone(channel, { transfer: [channel as unknown as Transferable] });
  } catch {
    return undefined;
  }
}

/**
 * The page's half. Browsers transfer a channel only in the task in which it was made; later it stays in the
 * page behind a bridge. `transfer` has to be sent with the handle, in the same task.
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
