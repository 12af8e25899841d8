/** Takes the files that are expected, and no others. */
import type { Clock } from '../clock.ts';
import type { TransferChannel } from './channel.ts';
import { createEnding } from './ending.ts';
import { createExpectedFiles, type ExpectedFile } from './expected-files.ts';
import type { FileOffer, FileSink } from './files.ts';
import type { ChunkFrame, ControlMessage, Message } from './frames.ts';
import { type IncomingFile, openIncomingFile } from './incoming-file.ts';
import { CHUNK_BYTES, type TransferEnd } from './transfer.ts';
import { createProgress, type RunEvents, type StopHow, stopEnd, type TransferRun } from './transfer-run.ts';
import { openWire, type Wire } from './wire.ts';

export type ReceiveDeps = {
  /** Rejects where there is no room or no right to write. */
  open(offer: FileOffer): Promise<FileSink>;
  digest(bytes: Uint8Array): Promise<Uint8Array>;
  clock: Pick<Clock, 'now' | 'after'>;
  events: RunEvents & { offered?(offer: FileOffer): void };
};

/** A file that is being taken, by the number that the sender gave. */
type Incoming = {
  number: number;
  file: IncomingFile;
  /** Tells how many bytes are here, and nothing where that is no more than before. */
  tell(bytes: number): void;
};

/** Takes these files from the device or tab at the other end. */
export function receiveFiles(
  channel: TransferChannel,
  expected: readonly ExpectedFile[],
  deps: ReceiveDeps,
): TransferRun {
  const { clock, events } = deps;
  const files = createExpectedFiles(expected);
  /** By the number that the sender gave; undefined where the offer was refused. */
  const offered = new Map<number, Incoming | undefined>();
  let current: Incoming | undefined;

  const ending = createEnding({
    clock,
    /** The files are let go of before the end is told, so that the same one can be opened again. */
    async close() {
      wire.end();
      await Promise.all([...offered.values()].map((incoming) => incoming?.file.released()));
    },
    tell: (end) => events.ended?.(end),
  });

  const wire = openWire({
    channel,
    clock,
    opened: () => {},
    control: take,
    frame: takeFrame,
    work: () => {
      const bytes = current?.file.received();
      if (!current || bytes === undefined) return undefined;
      // On a slow line a chunk takes long: people on both sides must see that it moves.
      current.tell(bytes);
      return { type: 'received', file: current.number, bytes };
    },
    lost: (end) => {
      if (!ending.isRunning()) return ending.finish(files.overallEnd());
      if (end !== 'broken') wire.say({ type: 'bye', end });
      endAll(end);
      ending.finish(end);
    },
  });

  function settle(id: string, end: TransferEnd) {
    if (files.hasEnded(id)) return;
    files.note(id, end);
    events.fileEnded?.(id, end);
    // The sender has the last word; it may have hung up already.
    if (ending.isRunning() && files.haveEnded()) ending.awaitLastWord(files.overallEnd());
  }

  function endAll(end: TransferEnd, discard = false) {
    ending.leave();
    current?.file.end(end, discard);
    for (const id of files.ids) settle(id, end);
  }

  function take(message: ControlMessage) {
    if (message.type === 'bye') return takeBye(message);
    if (message.type === 'offer') return takeOffer(message);
    if (message.type === 'working') {
      wire.progressed();
      return events.working?.();
    }
    if (message.type !== 'chunk' && message.type !== 'end' && message.type !== 'failed') {
      return wire.refuse('out-of-turn');
    }
    const incoming = incomingOf(message.file);
    if (incoming === undefined) return;
    wire.progressed();
    if (message.type === 'chunk') incoming.file.takeDigest(message);
    else if (message.type === 'end') incoming.file.takeEnd(message);
    else incoming.file.end(message.end === 'done' ? 'unexpected' : message.end);
  }

  function takeFrame(frame: ChunkFrame) {
    const incoming = incomingOf(frame.file);
    if (incoming === undefined) return;
    wire.progressed(true);
    incoming.file.takeFrame(frame);
  }

  /**
   * The file that is being taken, where the sender means that one. What belongs to no file is refused; what was on its
   * way when its file ended is passed over.
   */
  function incomingOf(number: number): Incoming | undefined {
    if (!offered.has(number)) wire.refuse('unknown-file');
    return current?.number === number ? current : undefined;
  }

  function takeOffer({ file: number, type: _, ...offer }: Message<'offer'>) {
    if (offered.has(number)) return wire.refuse('repeated');
    const refused = files.refusalOf(offer, current !== undefined || !ending.isRunning());
    if (refused === undefined || refused.endsFile) wire.progressed();
    if (refused === undefined) return begin(number, offer);
    wire.refuse(refused.refusal);
    offered.set(number, undefined);
    wire.say({ type: 'failed', file: number, end: refused.end });
    if (refused.endsFile) settle(offer.id, refused.end);
  }

  function begin(number: number, offer: FileOffer) {
    current = openIncoming(number, offer, {
      ...deps,
      wire,
      ended(end) {
        if (current?.number === number) current = undefined;
        if (end === 'done') wire.say({ type: 'done', file: number });
        else if (ending.isRunning()) wire.say({ type: 'failed', file: number, end });
        settle(offer.id, end);
      },
    });
    offered.set(number, current);
    events.offered?.(offer);
  }

  function takeBye({ end }: Message<'bye'>) {
    const unfinished = end === 'done' ? 'cancelled' : end;
    const isWhole = files.haveEnded();
    if (!isWhole) endAll(unfinished);
    wire.say({ type: 'bye', end });
    ending.finish(isWhole ? files.overallEnd() : unfinished);
  }

  wire.begin();
  if (expected.length === 0) ending.awaitLastWord('done');

  return {
    ended: ending.ended,
    stop(how: StopHow) {
      if (!ending.isRunning()) return;
      const end = stopEnd(how);
      endAll(end, how === 'discard');
      if (!channel.isOpen()) return ending.finish(end);
      wire.say({ type: 'bye', end });
      ending.awaitLastWord(end);
    },
    refused: wire.refused,
  };
}

function openIncoming(
  number: number,
  offer: FileOffer,
  deps: ReceiveDeps & { wire: Wire; ended(end: TransferEnd): void },
): Incoming {
  const { open, digest, wire } = deps;
  const progress = createProgress(deps.clock, deps.events.progress);
  let told = 0;
  const tell = (bytes: number) => {
    if (bytes <= told && bytes < offer.size) return;
    told = bytes;
    progress(offer.id, bytes, offer.size);
  };
  const file = openIncomingFile({
    offer,
    open,
    digest,
    refuse: wire.refuse,
    opened(have) {
      wire.progressed();
      wire.say({ type: 'want', file: number, have });
      if (have > 0) tell(Math.min(have * CHUNK_BYTES, offer.size));
    },
    written(chunks, bytes) {
      wire.progressed();
      wire.say({ type: 'ack', file: number, chunks });
      tell(bytes);
    },
    ended: deps.ended,
  });
  return { number, file, tell };
}
