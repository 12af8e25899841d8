/**
 * Sends files one after the other. A chunk is read and hashed while the one before it leaves; no more than a few are
 * under way. Nothing but these chunks is held in memory.
 */
import type { Clock } from '../clock.ts';
import { roomIn } from './back-pressure.ts';
import { MAX_MESSAGE_BYTES, type TransferChannel } from './channel.ts';
import { joinDigests, toHex } from './digest.ts';
import type { FileSource } from './files.ts';
import { type ControlMessage, chunkLength, chunksOf, encodeFrame, type Message, partsOf } from './frames.ts';
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

/** Chunks that may be unacknowledged: 3.75 MiB, enough for 30 MiB/s at 120 ms there and back. */
export const WINDOW_CHUNKS = 6;
export type SendDeps = {
  digest(bytes: Uint8Array): Promise<Uint8Array>;
  clock: Pick<Clock, 'now' | 'after'>;
  events: RunEvents;
};

type Answer = Message<'want' | 'ack' | 'received' | 'done' | 'failed'>;

const isAnswer = (said: ControlMessage): said is Answer =>
  ['want', 'ack', 'received', 'done', 'failed'].includes(said.type);

type Outgoing = {
  number: number;
  source: FileSource;
  chunks: number;
  /** Chunks that are on the other side's disk; undefined until it answers the offer. */
  acknowledged: number | undefined;
  /** Chunks that have been given to the channel, and are there already. */
  given: number;
  isWholeGiven: boolean;
  end: TransferEnd | undefined;
  tell(bytes: number): void;
};

/** Sends these files to whoever takes them at the other end, each from where it left off. */
export function sendFiles(
  channel: TransferChannel,
  files: readonly FileSource[],
  { digest, clock, events }: SendDeps,
): TransferRun {
  const maxMessageBytes = Math.min(channel.maxMessageBytes, MAX_MESSAGE_BYTES);
  const outgoing = files.map((source, number): Outgoing => {
    const progress = createProgress(clock, events.progress);
    return {
      number,
      source,
      chunks: chunksOf(source.size),
      acknowledged: undefined,
      given: 0,
      isWholeGiven: false,
      end: undefined,
      tell: (bytes) => progress(source.id, bytes, source.size),
    };
  });
  let current: Outgoing | undefined;
  let isStopping = false;
  let isOver = false;
  /** What it ends with once the other side has answered the last word. */
  let leavingEnd: TransferEnd | undefined;
  let stopLastWord = () => {};
  let wake = () => {};
  let resolveEnded: (end: TransferEnd) => void = () => {};
  const ended = new Promise<TransferEnd>((resolve) => {
    resolveEnded = resolve;
  });
  /** One message buffer for all: the channel copies. */
  const message = new Uint8Array(maxMessageBytes);
  /** Bytes that were given to the channel. */
  let carried = 0;

  const wire = openWire({
    channel,
    clock,
    opened: () => void sendAll(),
    control: take,
    frame: () => wire.refuse('out-of-turn'),
    work() {
      // Whoever watches on this side sees it as little as the other does.
      events.working?.();
      return { type: 'working' };
    },
    lost: (end) => {
      if (leavingEnd !== undefined) return finish(leavingEnd);
      if (end !== 'broken') wire.say({ type: 'bye', end });
      finish(endOfAll(end));
    },
  });

  /** Waits for what `take` brings. Only `sendAll` waits, so there is one waiter. */
  async function until(condition: () => boolean): Promise<void> {
    while (!condition() && !isOver) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  function settle(file: Outgoing, end: TransferEnd) {
    if (file.end !== undefined) return;
    file.end = end;
    file.source.close?.();
    if (end === 'done') file.tell(file.source.size);
    events.fileEnded?.(file.source.id, end);
    wake();
  }

  const overallEnd = () =>
    outgoing.find((file) => file.end !== undefined && file.end !== 'done')?.end ?? 'done';

  /** Ends what has not ended; `end` where there was any. */
  function endOfAll(end: TransferEnd): TransferEnd {
    const isWhole = outgoing.every((file) => file.end !== undefined);
    for (const file of outgoing) settle(file, end);
    return isWhole ? overallEnd() : end;
  }

  function finish(end: TransferEnd) {
    if (isOver) return;
    isOver = true;
    stopLastWord();
    wire.end();
    wake();
    events.ended?.(end);
    resolveEnded(end);
  }

  /** Says the last word; done files need no answer to it, the other side has said all. */
  function leave(end: TransferEnd) {
    if (isOver || isStopping) return;
    isStopping = true;
    wire.say({ type: 'bye', end });
    if (end === 'done' || !channel.isOpen()) return finish(end);
    leavingEnd = end;
    stopLastWord = clock.after(LAST_WORD_MS, () => finish(end));
  }

  function take(said: ControlMessage) {
    if (said.type === 'bye') return takeBye(said);
    if (isStopping) return;
    if (!isAnswer(said)) return wire.refuse('out-of-turn');
    const file = outgoing[said.file];
    if (file === undefined) return wire.refuse('unknown-file');
    // What was on its way when the file ended here.
    if (file.end !== undefined) return;
    if (file !== current || !takeOf(file, said)) return wire.refuse('out-of-turn');
    wire.progressed();
    wake();
  }

  /** False: this cannot be said now. */
  function takeOf(file: Outgoing, said: Answer): boolean {
    const { acknowledged } = file;
    switch (said.type) {
      case 'want':
        if (acknowledged !== undefined || said.have > file.chunks) return false;
        file.acknowledged = said.have;
        file.given = said.have;
        if (said.have > 0) file.tell(Math.min(said.have * CHUNK_BYTES, file.source.size));
        return true;
      case 'ack':
        if (acknowledged === undefined || said.chunks <= acknowledged || said.chunks > file.given)
          return false;
        file.acknowledged = said.chunks;
        file.tell(Math.min(said.chunks * CHUNK_BYTES, file.source.size));
        return true;
      case 'received':
        if (acknowledged === undefined || said.bytes > (file.given + 1) * CHUNK_BYTES) return false;
        file.tell(Math.min(said.bytes, file.source.size));
        return true;
      case 'done':
        if (!file.isWholeGiven || acknowledged !== file.chunks) return false;
        settle(file, 'done');
        return true;
      case 'failed':
        settle(file, said.end === 'done' ? 'unexpected' : said.end);
        return true;
    }
  }

  function takeBye({ end }: Message<'bye'>) {
    if (leavingEnd !== undefined) return finish(leavingEnd);
    const unfinished = end === 'done' ? 'cancelled' : end;
    wire.say({ type: 'bye', end });
    finish(endOfAll(unfinished));
  }

  async function sendAll(): Promise<void> {
    for (const file of outgoing) {
      if (isOver || isStopping) return;
      if (file.end !== undefined) continue;
      current = file;
      try {
        await sendOne(file);
      } catch {
        // Reading is all that can fail here.
        if (file.end === undefined) wire.say({ type: 'failed', file: file.number, end: 'unreadable' });
        settle(file, 'unreadable');
      }
    }
    leave(overallEnd());
  }

  const isGone = (file: Outgoing) => file.end !== undefined || isOver;

  async function sendOne(file: Outgoing): Promise<void> {
    const { number, source, chunks } = file;
    const { id, name, size, version } = source;
    wire.say({ type: 'offer', file: number, id, name, size, version, chunks });
    await until(() => file.acknowledged !== undefined || isGone(file));
    if (isGone(file)) return;
    const have = file.acknowledged ?? 0;
    const earlier = digestsBefore(file, have);
    const digests: Uint8Array[] = [];
    let next = have < chunks ? prepareChunk(file, have) : undefined;
    for (let chunk = have; chunk < chunks; chunk++) {
      await until(() => chunk - (file.acknowledged ?? 0) < WINDOW_CHUNKS || isGone(file));
      const prepared = await next;
      if (isGone(file) || prepared === undefined) return;
      next = chunk + 1 < chunks ? prepareChunk(file, chunk + 1) : undefined;
      const { bytes, hashed } = prepared;
      await sendChunk(file, chunk, bytes);
      const chunkDigest = await hashed;
      source.letGo?.(bytes);
      if (isGone(file)) return;
      digests.push(chunkDigest);
      file.given = chunk + 1;
      wire.say({ type: 'chunk', file: number, chunk, digest: toHex(chunkDigest) });
    }
    const all = [...(await earlier), ...digests];
    if (isGone(file)) return;
    const whole = await digest(joinDigests(all));
    if (isGone(file)) return;
    file.isWholeGiven = true;
    wire.say({ type: 'end', file: number, digest: toHex(whole) });
    await until(() => isGone(file));
  }

  async function sendChunk(file: Outgoing, chunk: number, bytes: Uint8Array): Promise<void> {
    for (const { offset, length } of partsOf(bytes.length, maxMessageBytes)) {
      await roomIn(channel, carried);
      if (isGone(file)) return;
      const part = bytes.subarray(offset, offset + length);
      wire.send(encodeFrame({ file: file.number, chunk, offset, length: bytes.length, part }, message));
      carried += length;
    }
  }

  async function readChunk({ source }: Outgoing, chunk: number): Promise<Uint8Array> {
    const length = chunkLength(source.size, chunk);
    const bytes = await source.read(chunk * CHUNK_BYTES, length);
    if (bytes.length !== length) throw new Error('The file is shorter than it was.');
    return bytes;
  }

  /** The digest is there when the chunk has left: its turn never waits for it. */
  function prepareChunk(file: Outgoing, chunk: number) {
    const preparing = readChunk(file, chunk).then((bytes) => ({ bytes, hashed: digest(bytes) }));
    // It may fail before anybody waits for it, or when nobody does any more.
    preparing.catch(() => {});
    return preparing;
  }

  /** What the other side has is read again, so that the last digest speaks for the whole file. */
  function digestsBefore(file: Outgoing, have: number): Promise<Uint8Array[]> {
    const hashing = (async () => {
      const digests: Uint8Array[] = [];
      for (let chunk = 0; chunk < have && !isGone(file); chunk++) {
        const bytes = await readChunk(file, chunk);
        digests.push(await digest(bytes));
        file.source.letGo?.(bytes);
        wire.progressed(true);
      }
      return digests;
    })();
    hashing.catch(() => {});
    return hashing;
  }

  wire.begin();

  return {
    ended,
    stop(how: StopHow) {
      if (isOver || isStopping) return;
      leave(endOfAll(stopEnd(how)));
    },
    refused: wire.refused,
  };
}
