/** A data channel of Node's WebRTC as a transfer wants it: it does not say when its buffer has become low. */
import type { TransferChannel } from '#protocol/transfer/channel.ts';
import { fromDataChannel } from '#protocol/transfer/data-channel.ts';
import type { Clock } from '../../core/clock.ts';

const LOOK_MS = 4;

export function fromNodeChannel(channel: RTCDataChannel, clock: Clock): TransferChannel {
  return {
    ...fromDataChannel(channel),
    whenBelow(bytes, call) {
      const look = () => {
        if (channel.readyState !== 'open' || channel.bufferedAmount <= bytes) call();
        else clock.after(LOOK_MS, look);
      };
      look();
    },
  };
}
