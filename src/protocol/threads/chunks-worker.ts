/**
 * What crosses between a page and its chunks worker (`workers/chunks`), which cuts files into chunks, puts received ones
 * on disk and checks them. Both the console and the student page have one. Control and events go through Comlink; the
 * data channel itself is transferred to the worker where the browser can, and is bridged by a MessagePort where not.
 */
import type { FileOffer } from '../transfer/files.ts';
import type { Refusals } from '../transfer/refusals.ts';
import type { TransferEnd } from '../transfer/transfer.ts';

/** The name of a student page's worker: it keeps whole files until the page removes them, and apart from a console's. */
export const LISTED_FILES_WORKER = 'lectern-chunks-listed';

/** The channel itself, or a port of `bridgeChannel` in the page. */
export type ChannelHandle = { channel: RTCDataChannel } | { port: MessagePort; maxMessageBytes: number };

/** Called by the worker; `progress` at most four times a second for each file. */
export type TransferEvents = {
  /**
   * Bytes that the other side has acknowledged (sending) or that are on disk (receiving). On a slow line a sender also
   * hears of parts of a chunk that came.
   */
  progress(fileId: string, bytes: number): void;
  /** It goes on, though no byte moves: the sender reads again what the receiver has already. Every 5 s. */
  working?(): void;
  /** This file is over; the others may go on. */
  fileEnded(fileId: string, end: TransferEnd): void;
  /** Nothing further comes. `broken` where the channel closed before all was done. */
  ended(end: TransferEnd): void;
};

/** `send` and `receive` resolve when their run is over, after its last event, with what it refused. */
export type ChunksWorker = {
  /** Sends these files one after the other to who is at the other end, from where they left off. */
  send(
    runId: string,
    channel: ChannelHandle,
    files: readonly { id: string; file: Blob; name: string; version: string }[],
    events: TransferEvents,
  ): Promise<Refusals>;
  /** Takes the files that are expected and no others. `key` names a file on disk: the same key goes on where it was. */
  receive(
    runId: string,
    channel: ChannelHandle,
    expected: readonly { id: string; key: string; maxBytes: number }[],
    events: TransferEvents & { offered(offer: FileOffer): void },
  ): Promise<Refusals>;
  /** Ends a run; what was received stays for a resumption unless `discard`. */
  stop(runId: string, how: 'cancel' | 'discard' | 'pause'): Promise<void>;
  /** A received file that is whole. Undefined: there is none. */
  open(key: string): Promise<File | undefined>;
  /** How much of each unfinished file is on disk. */
  kept(): Promise<readonly { key: string; bytes: number; size: number }[]>;
  discard(key: string): Promise<void>;
  /** Removes whole files that were there before and that have none of these keys: their owner lists them no more. */
  retain(keys: readonly string[]): Promise<void>;
  /** What is open now, for tests and the debug view: all 0 when nothing runs. */
  counts(): Promise<{ runs: number; openFiles: number; channels: number }>;
  /** The name of a Web Lock that the worker holds for as long as it lives: nothing else tells a page that it died. */
  lifeLock(): Promise<string>;
};
