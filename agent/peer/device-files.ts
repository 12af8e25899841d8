/** Where a device's files come from and go to; the transfer engine is behind it. */
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import type { TransferEnd } from '#protocol/transfer/transfer.ts';

export type DeviceTransfer = {
  /** Never rejects. `refused`: the student did not want it. */
  ended: Promise<TransferEnd | 'refused'>;
  /** `pause`: what came stays for a resumption under the same reference. */
  stop(how: 'cancel' | 'pause'): void;
};

export type ComingFiles = {
  files: readonly { id: string; name: string; size: number }[];
  /** In the device's own notation. */
  folder: string;
  /** The same for each attempt: the ones after the first go on where the one before broke. */
  reference: string;
};

/**
 * The channel was made in this very task and is not open yet: it may still be transferred to a worker. What the student
 * has put away meanwhile is refused when its call is placed again.
 */
export type DeviceFiles = {
  receive(channel: RTCDataChannel, call: ComingFiles): DeviceTransfer;
  /** Undefined: there is no such file any more. */
  send(channel: RTCDataChannel, call: { file: RetrievedFile; reference: string }): DeviceTransfer | undefined;
};
