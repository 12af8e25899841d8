/** Takes the files that are expected, and no others. */
import type { Clock } from '../clock.ts';
import type { TransferChannel } from './channel.ts';
import type { FileOffer, FileSink } from './files.ts';
import { type ControlMessage, chunksOf, type Frame, type Message } from './frames.ts';
import { type IncomingFile, openIncomingFile } from './incoming-file.ts';
import { CHUNK_BYTES, type TransferEnd } from './transfer.ts';
import {
  createProgress,
  LAST_WORD_MS,
  type RunEvents,
  type StopHow,
  stopEnd,
  type TransferRun,
} from './transfer-run.ts';
import { openWire } from './wire.ts';

export type ReceiveDeps = {
  /** Rejects where there is no room or no right to write. */
  open(offer: FileOffer): Promise<FileSink>;
  digest(bytes: Uint8Array): Promise<Uint8Array>;
  clock: Pick<Clock, 'now' | 'after'>;
  events: RunEvents & { offered?(offer: FileOffer): void };
};

export type ExpectedFile = { id: string; maxBytes: number };

/** `file`: undefined where the offer was refused. */
type Incoming = {
  number: number;
  file: IncomingFile | undefined;
  /** Tells how many bytes are here, and nothing where that is no more than before. */
  tell?(bytes: number): void;
};

/** Takes these files from whoever sends them at the other end. */
export function receiveFiles(
  channel: TransferChannel,
  expected: readonly ExpectedFile[],
  { open, digest, clock, events }: ReceiveDeps,
): TransferRun {
  const ends = new Map<string, TransferEnd>();
  /** By the number that the sender gave. */
  const offered = new Map<number, Incoming>();
  let current: Incoming | undefined;
  let isStopping = false;
  let isOver = false;
  let stopLastWord = () => {};
  let resolveEnded: (end: TransferEnd) => void = () => {};
  const ended = new Promise<TransferEnd>((resolve) => {
    resolveEnded = resolve;
  });

  const wire = openWire({
    channel,
    clock,
    opened: () => {},
    control: take,
    frame: takeFrame,
    work: () => {
      const bytes = current?.file?.received();
      if (!current || bytes === undefined) return undefined;
      // On a slow line a chunk takes long: whoever watches must see that it moves.
      current.tell?.(bytes);
      return { type: 'received', file: current.number, bytes };
    },
    lost: (end) => {
      if (isStopping) return void finish(overallEnd());
      if (end !== 'broken') wire.say({ type: 'bye', end });
      endAll(end);
      void finish(end);
    },
  });

  const overallEnd = () => {
    for (const { id } of expected) {
      const end = ends.get(id);
      if (end !== 'done') return end ?? 'cancelled';
    }
    return 'done';
  };

  function settle(id: string, end: TransferEnd) {
    if (ends.has(id)) return;
    ends.set(id, end);
    events.fileEnded?.(id, end);
    // The sender has the last word; it may have hung up already.
    if (!isStopping && expected.every((file) => ends.has(file.id))) awaitBye();
  }

  function awaitBye() {
    isStopping = true;
    stopLastWord = clock.after(LAST_WORD_MS, () => void finish(overallEnd()));
  }

  function endAll(end: TransferEnd, discard = false) {
    isStopping = true;
    current?.file?.end(end, discard);
    for (const { id } of expected) settle(id, end);
  }

  /** The sinks are let go of before the end is told, so that the same file can be opened again. */
  async function finish(end: TransferEnd): Promise<void> {
    if (isOver) return;
    isOver = true;
    stopLastWord();
    wire.end();
    await Promise.all([...offered.values()].map(({ file }) => file?.released()));
    events.ended?.(end);
    resolveEnded(end);
  }

  function take(said: ControlMessage) {
    if (said.type === 'bye') return takeBye(said);
    if (said.type === 'offer') return takeOffer(said);
    if (said.type === 'working') {
      wire.progressed();
      return events.working?.();
    }
    if (said.type !== 'chunk' && said.type !== 'end' && said.type !== 'failed') {
      return wire.refuse('out-of-turn');
    }
    const incoming = incomingOf(said.file);
    if (incoming?.file === undefined || incoming !== current) return;
    wire.progressed();
    if (said.type === 'chunk') incoming.file.takeDigest(said);
    else if (said.type === 'end') incoming.file.takeEnd(said);
    else incoming.file.end(said.end === 'done' ? 'unexpected' : said.end);
  }

  function takeFrame(frame: Frame) {
    const incoming = incomingOf(frame.file);
    if (incoming?.file === undefined || incoming !== current) return;
    wire.progressed(true);
    incoming.file.takeFrame(frame);
  }

  /** What belongs to no file is refused; what was on its way when its file ended is passed over. */
  function incomingOf(number: number): Incoming | undefined {
    const incoming = offered.get(number);
    if (incoming === undefined) wire.refuse('unknown-file');
    return incoming;
  }

  function takeOffer({ file: number, type: _, ...offer }: Message<'offer'>) {
    if (offered.has(number)) return wire.refuse('repeated');
    const wanted = expected.find(({ id }) => id === offer.id);
    const isRepeated = wanted !== undefined && ends.has(offer.id);
    const isBusy = current !== undefined;
    if (wanted === undefined || isRepeated || isBusy || isStopping) {
      wire.refuse(wanted === undefined ? 'unknown-file' : isRepeated ? 'repeated' : 'out-of-turn');
      offered.set(number, { number, file: undefined });
      return wire.say({ type: 'failed', file: number, end: 'unexpected' });
    }
    wire.progressed();
    const refused = offer.size > wanted.maxBytes ? 'too-large' : offer.chunks !== chunksOf(offer.size);
    if (refused) {
      const end = refused === 'too-large' ? refused : 'bad-chunk';
      wire.refuse('wrong-size');
      offered.set(number, { number, file: undefined });
      wire.say({ type: 'failed', file: number, end });
      return settle(offer.id, end);
    }
    begin(number, offer);
  }

  function begin(number: number, offer: FileOffer) {
    const progress = createProgress(clock, events.progress);
    let told = 0;
    const incoming: Incoming = {
      number,
      file: undefined,
      tell(bytes) {
        if (bytes <= told && bytes < offer.size) return;
        told = bytes;
        progress(offer.id, bytes, offer.size);
      },
    };
    current = incoming;
    offered.set(number, incoming);
    events.offered?.(offer);
    const file = openIncomingFile({
      offer,
      open,
      digest,
      refuse: wire.refuse,
      opened(have) {
        wire.progressed();
        wire.say({ type: 'want', file: number, have });
        if (have > 0) incoming.tell?.(Math.min(have * CHUNK_BYTES, offer.size));
      },
      written(chunks, bytes) {
        wire.progressed();
        wire.say({ type: 'ack', file: number, chunks });
        incoming.tell?.(bytes);
      },
      ended(end) {
        if (current === incoming) current = undefined;
        if (end === 'done') wire.say({ type: 'done', file: number });
        else if (!isStopping) wire.say({ type: 'failed', file: number, end });
        settle(offer.id, end);
      },
    });
    incoming.file = file;
  }

  function takeBye({ end }: Message<'bye'>) {
    const unfinished = end === 'done' ? 'cancelled' : end;
    const isWhole = expected.every(({ id }) => ends.has(id));
    if (!isWhole) endAll(unfinished);
    wire.say({ type: 'bye', end });
    void finish(isWhole ? overallEnd() : unfinished);
  }

  wire.begin();
  if (expected.length === 0) awaitBye();

  return {
    ended,
    stop(how: StopHow) {
      if (isOver || isStopping) return;
      const end = stopEnd(how);
      endAll(end, how === 'discard');
      if (!channel.isOpen()) return void finish(end);
      wire.say({ type: 'bye', end });
      stopLastWord = clock.after(LAST_WORD_MS, () => void finish(end));
    },
    refused: wire.refused,
  };
}
