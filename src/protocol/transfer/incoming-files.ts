/** All incoming files of a run: which are accepted, which one is arriving, and how each has ended. */
import type { Clock } from '../clock.ts';
import { createExpectedFiles, type ExpectedFile } from './expected-files.ts';
import type { FileOffer, FileSink } from './files.ts';
import type { ChunkFrame, ControlMessage, Message } from './frames.ts';
import { type IncomingFile, openIncomingFile } from './incoming-file.ts';
import { CHUNK_BYTES, type TransferEnd } from './transfer.ts';
import { createProgress, type RunEvents } from './transfer-run.ts';
import type { Wire } from './wire.ts';

export type IncomingFilesDeps = {
  /** Rejects if there is no space or no permission to write. */
  open(offer: FileOffer): Promise<FileSink>;
  digest(bytes: Uint8Array): Promise<Uint8Array>;
  clock: Pick<Clock, 'now' | 'after'>;
  events: RunEvents & { offered?(offer: FileOffer): void };
  wire: Pick<Wire, 'sendControl' | 'refuse' | 'progressed'>;
  /** False: the run is ending, and nothing new begins. */
  isRunning(): boolean;
  /** Every file has ended while the run continues. */
  allEnded(): void;
};

/** Messages of a sender about a file that it has offered. */
type FileMessage = Message<'chunk' | 'end' | 'failed'>;

export const isFileMessage = (message: ControlMessage): message is FileMessage =>
  message.type === 'chunk' || message.type === 'end' || message.type === 'failed';

/** A file that is being received. */
type Incoming = {
  number: number;
  file: IncomingFile;
  /** Reports the received bytes, unless they are no more than before. */
  report(bytes: number): void;
};

export type IncomingFiles = {
  takeOffer(message: Message<'offer'>): void;
  take(message: FileMessage): void;
  takeFrame(frame: ChunkFrame): void;
  /** Reports parts of a chunk, because on a slow line people on both sides must see that it moves. */
  work(): Message<'received'> | undefined;
  haveEnded(): boolean;
  /** `done` if every file is; otherwise the end of the first that is not. */
  overallEnd(): TransferEnd;
  /** Ends every file that has not ended. Received chunks stay, unless `discard`. */
  endAll(end: TransferEnd, discard?: boolean): void;
  /** Every file is closed. */
  released(): Promise<void>;
};

export function createIncomingFiles(
  expected: readonly ExpectedFile[],
  deps: IncomingFilesDeps,
): IncomingFiles {
  const { wire, events } = deps;
  const files = createExpectedFiles(expected);
  /** Key: the sender's number for the file. Undefined: the offer was refused. */
  const offered = new Map<number, Incoming | undefined>();
  let current: Incoming | undefined;

  function settle(id: string, end: TransferEnd) {
    if (files.hasEnded(id)) return;
    files.note(id, end);
    events.fileEnded?.(id, end);
    if (deps.isRunning() && files.haveEnded()) deps.allEnded();
  }

  /**
   * The file that is being received, if it has this number. A message of an unknown file is refused, and one
   * that was on its way when its file ended is ignored.
   */
  function incomingOf(number: number): Incoming | undefined {
    if (!offered.has(number)) wire.refuse('unknown-file');
    return current?.number === number ? current : undefined;
  }

  function begin(number: number, offer: FileOffer) {
    current = openIncoming(number, offer, {
      ...deps,
      ended(end) {
        if (current?.number === number) current = undefined;
        if (end === 'done') wire.sendControl({ type: 'done', file: number });
        else if (deps.isRunning()) wire.sendControl({ type: 'failed', file: number, end });
        settle(offer.id, end);
      },
    });
    offered.set(number, current);
    events.offered?.(offer);
  }

  return {
    takeOffer({ file: number, type: _, ...offer }) {
      if (offered.has(number)) return wire.refuse('repeated');
      const refused = files.refusalOf(offer, current !== undefined || !deps.isRunning());
      if (refused === undefined || refused.endsFile) wire.progressed();
      if (refused === undefined) return begin(number, offer);
      wire.refuse(refused.refusal);
      offered.set(number, undefined);
      wire.sendControl({ type: 'failed', file: number, end: refused.end });
      if (refused.endsFile) settle(offer.id, refused.end);
    },
    take(message) {
      const incoming = incomingOf(message.file);
      if (incoming === undefined) return;
      wire.progressed();
      if (message.type === 'chunk') incoming.file.takeDigest(message);
      else if (message.type === 'end') incoming.file.takeEnd(message);
      else incoming.file.end(message.end === 'done' ? 'unexpected' : message.end);
    },
    takeFrame(frame) {
      const incoming = incomingOf(frame.file);
      if (incoming === undefined) return;
      wire.progressed(true);
      incoming.file.takeFrame(frame);
    },
    work() {
      const bytes = current?.file.received();
      if (!current || bytes === undefined) return undefined;
      current.report(bytes);
      return { type: 'received', file: current.number, bytes };
    },
    haveEnded: files.haveEnded,
    overallEnd: files.overallEnd,
    endAll(end, discard = false) {
      current?.file.end(end, discard);
      for (const id of files.ids) settle(id, end);
    },
    async released() {
      await Promise.all([...offered.values()].map((incoming) => incoming?.file.released()));
    },
  };
}

function openIncoming(
  number: number,
  offer: FileOffer,
  deps: IncomingFilesDeps & { ended(end: TransferEnd): void },
): Incoming {
  const { open, digest, wire } = deps;
  const progress = createProgress(deps.clock, deps.events.progress);
  let reportedBytes = 0;
  const report = (bytes: number) => {
    if (bytes <= reportedBytes && bytes < offer.size) return;
    reportedBytes = bytes;
    progress(offer.id, bytes, offer.size);
  };
  const file = openIncomingFile({
    offer,
    open,
    digest,
    refuse: wire.refuse,
    opened(have) {
      wire.progressed();
      wire.sendControl({ type: 'want', file: number, have });
      if (have > 0) report(Math.min(have * CHUNK_BYTES, offer.size));
    },
    written(chunks, bytes) {
      wire.progressed();
      wire.sendControl({ type: 'ack', file: number, chunks });
      report(bytes);
    },
    ended: deps.ended,
  });
  return { number, file, report };
}
