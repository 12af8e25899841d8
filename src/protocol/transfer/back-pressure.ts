/** The one rule of how much waits in a channel. */
import type { TransferChannel } from './channel.ts';

/** More than this starves a fresh connection: its first seconds then go at 2 MiB/s. */
const PAUSE_ABOVE_BYTES = 256 * 1024;
/** At 25 MiB/s this lasts 7 ms: as long as a worker may be kept from sending by what else it does. */
const GO_ON_BELOW_BYTES = 192 * 1024;

export const isFull = (channel: TransferChannel): boolean => channel.buffered() > PAUSE_ABOVE_BYTES;

/** There is room again, or the channel is closed. */
export const drained = (channel: TransferChannel): Promise<void> =>
  new Promise((finish) => channel.whenBelow(GO_ON_BELOW_BYTES, finish));
