/** The source and destination of a device's files, with the transfer engine behind them. */
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import type { TransferEnd } from '#protocol/transfer/transfer.ts';

export type DeviceTransfer = {
  /** Never rejects. `refused`: the student declined. */
  ended: Promise<TransferEnd | 'refused'>;
  /** `pause` keeps the received data, so that a call with the same reference can resume. */
  stop(how: 'cancel' | 'pause'): void;
};

export type ComingFiles = {
  files: readonly { id: string; name: string; size: number }[];
  /** A path in the device's own notation. */
  folder: string;
  /** Constant for all attempts, so that a later attempt resumes where the previous one broke. */
  reference: string;
};

/**
 * Called in the task that created the channel, because only a channel that is not open yet can be transferred
 * to a worker. A transfer that the student removed meanwhile is refused when its call is placed again.
 */
export type DeviceFiles = {
  receive(channel: RTCDataChannel, call: ComingFiles): DeviceTransfer;
  /** Returns undefined if the file no longer exists. */
  send(channel: RTCDataChannel, call: { file: RetrievedFile; reference: string }): DeviceTransfer | undefined;
};
