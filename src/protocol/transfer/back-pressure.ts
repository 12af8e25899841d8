/** The one rule for how many bytes may wait in a channel. */
import type { TransferChannel } from './channel.ts';

/** Buffered bytes above which a sender waits, and below which it continues. */
type Limits = { pauseAbove: number; goOnBelow: number };

/** More could starve a fresh connection, because it overruns the other side before its capacity is known. */
const FRESH: Limits = { pauseAbove: 256 * 1024, goOnBelow: 192 * 1024 };
/** Few messages at a time cost less than one. 128 KiB last 5 ms at 25 MiB/s, until the sender runs again. */
const PROVEN: Limits = { pauseAbove: 512 * 1024, goOnBelow: 128 * 1024 };
const PROVEN_AFTER_BYTES = 4 * 1024 * 1024;

const limitsAfter = (carried: number) => (carried < PROVEN_AFTER_BYTES ? FRESH : PROVEN);

/** Resolves when the channel accepts more, or is closed. `carried`: bytes that were given to it so far. */
export async function whenBufferHasSpace(channel: TransferChannel, carried: number): Promise<void> {
  const { pauseAbove, goOnBelow } = limitsAfter(carried);
  if (channel.buffered() <= pauseAbove) return;
  await new Promise<void>((finish) => channel.whenBelow(goOnBelow, finish));
}
