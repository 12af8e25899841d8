/**
 * Interface between a page and its chunks worker (`workers/chunks`), which cuts files into chunks, writes
 * received ones to disk and checks them. The console and the student page have one each. Control and events
 * go through Comlink. The data channel itself is transferred to the worker if the browser can do that, and
 * otherwise bridged by a MessagePort.
 */
import type { FileOffer } from '../transfer/files.ts';
import type { Refusals } from '../transfer/refusals.ts';
import type { TransferEvents } from '../transfer/transfer-run.ts';

/** A student page's worker, which stores whole files until removed, separately from a console's. */
export const LISTED_FILES_WORKER = 'lectern-chunks-listed';

/** The channel itself, or a port of `bridgeChannel` in the page. */
export type ChannelHandle = { channel: RTCDataChannel } | { port: MessagePort; maxMessageBytes: number };

/** `send` and `receive` resolve with the refusals of their run, after its last event. */
export type ChunksWorker = {
  /** Sends these files one after the other, each from where it left off. The worker calls `events`. */
  send(
    runId: string,
    channel: ChannelHandle,
    files: readonly { id: string; file: Blob; name: string; version: string }[],
    events: TransferEvents,
  ): Promise<Refusals>;
  /** Receives the expected files and no others. `key` names a file on disk: the same key continues it. */
  receive(
    runId: string,
    channel: ChannelHandle,
    expected: readonly { id: string; key: string; maxBytes: number }[],
    events: TransferEvents & { offered(offer: FileOffer): void },
  ): Promise<Refusals>;
  /** Ends a run. Received chunks stay for a resumption unless `discard`. */
  stop(runId: string, how: 'cancel' | 'discard' | 'pause'): Promise<void>;
  /** A received file that is complete. Undefined: there is none. */
  open(key: string): Promise<File | undefined>;
  /** Bytes of each unfinished file on disk. */
  kept(): Promise<readonly { key: string; bytes: number; size: number }[]>;
  discard(key: string): Promise<void>;
  /** Removes earlier complete files with none of these keys, because their owner no longer lists them. */
  retain(keys: readonly string[]): Promise<void>;
  /** Numbers of open runs, files and channels, for tests and the debug view: all 0 when nothing runs. */
  counts(): Promise<{ runs: number; openFiles: number; channels: number }>;
  /** Name of a Web Lock that the worker holds while it lives. Nothing else notifies a page of its death. */
  lifeLock(): Promise<string>;
};
