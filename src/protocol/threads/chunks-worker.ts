/**
 * What crosses between a page and its chunks worker (`workers/chunks`), which cuts files into chunks, puts received ones
 * on disk and checks them. Both the console and the student page have one. Control and events go through Comlink; the
 * data channel itself is transferred to the worker where the browser can, and is bridged by a MessagePort where not.
 */
import type { FileOffer } from '../transfer/files.ts';
import type { Refusals } from '../transfer/refusals.ts';
import type { TransferEvents } from '../transfer/transfer-run.ts';

/** The name of a student page's worker: it keeps whole files until the page removes them, and apart from a console's. */
export const LISTED_FILES_WORKER = 'lectern-chunks-listed';

/** The channel itself, or a port of `bridgeChannel` in the page. */
export type ChannelHandle = { channel: RTCDataChannel } | { port: MessagePort; maxMessageBytes: number };

/** `send` and `receive` resolve when their run is over, after its last event, with what it refused. */
export type ChunksWorker = {
  /** Sends these files one after the other to the other end, each from where it left off. `events` are called by the worker. */
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
