/** One incoming file: assembles chunks, checks each, writes them in order, and reports those on disk. */
import { type ChunkAssembly, createChunkAssembly } from './chunk-assembly.ts';
import { DIGEST_BYTES, joinDigests, toHex } from './digest.ts';
import type { FileOffer, FileSink } from './files.ts';
import type { ChunkFrame, Message } from './frames.ts';
import type { Refusal } from './refusals.ts';
import { CHUNK_BYTES, type TransferEnd } from './transfer.ts';

/** Complete chunks in memory. A sender that exceeds it does not wait for acknowledgements. */
const MAX_WAITING_CHUNKS = 10;

export type IncomingDeps = {
  offer: FileOffer;
  open(offer: FileOffer): Promise<FileSink>;
  digest(bytes: Uint8Array): Promise<Uint8Array>;
  /** Answers the offer: this many chunks were there already. */
  opened(have: number): void;
  /** This many chunks are on disk. */
  written(chunks: number, bytes: number): void;
  refuse(reason: Refusal): void;
  /** Called once, and nothing is called afterwards. */
  ended(end: TransferEnd): void;
};

export type IncomingFile = {
  takeFrame(frame: ChunkFrame): void;
  takeDigest(message: Message<'chunk'>): void;
  takeEnd(message: Message<'end'>): void;
  /** Ends it; received chunks stay unless `discard`. Does nothing if it has ended. */
  end(end: TransferEnd, discard?: boolean): void;
  /** Received bytes; undefined if none can come now. */
  received(): number | undefined;
  /** Resolves when the file is closed. Never rejects. */
  released(): Promise<void>;
};

/** A chunk with all its parts. */
type Complete = { index: number; bytes: Uint8Array; hashed: Promise<Uint8Array> };

/** Whether received chunks are removed; `wrong`: even if the file was complete before. */
type Discarding = boolean | 'wrong';

type Phase =
  | { name: 'opening' }
  /** `unchecked`: the chunk whose digest has not arrived yet. */
  | { name: 'receiving'; assembly: ChunkAssembly; unchecked: Complete | undefined; hasAll: boolean }
  /** All chunks and the digest of the whole file have arrived. */
  | { name: 'closing' }
  | { name: 'ended'; discard: Discarding };

/** Errors of a file system without space. `ShortWriteError` is the chunks worker's own. */
const isFullDisk = (error: unknown) =>
  error instanceof Error &&
  (['QuotaExceededError', 'ShortWriteError'].includes(error.name) ||
    ('code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code))));

export function openIncomingFile(deps: IncomingDeps): IncomingFile {
  const { offer, digest } = deps;
  const digests: Uint8Array[] = [];
  /** Number of chunks that were on disk before. */
  let have = 0;
  let sink: FileSink | undefined;
  /** Number of complete chunks in memory. */
  let waiting = 0;
  let phase: Phase = { name: 'opening' };
  let release: Promise<void> = Promise.resolve();

  const isEnded = () => phase.name === 'ended';

  /** Queue of steps: opening, every chunk, the end. */
  let work: Promise<void> = Promise.resolve();
  function then(step: () => Promise<void>) {
    work = work
      .then(() => (isEnded() ? undefined : step()))
      .catch((error: unknown) => end(isFullDisk(error) ? 'disk-full' : 'unreadable'));
  }

  function end(how: TransferEnd, discard: Discarding = false) {
    if (isEnded()) return;
    phase = { name: 'ended', discard };
    release = work.then(() => closeSink(discard)).catch(() => {});
    deps.ended(how);
  }

  async function closeSink(discard: Discarding) {
    const closing = sink;
    sink = undefined;
    if (discard === false) await closing?.pause();
    else await closing?.discard(discard === 'wrong' ? discard : undefined);
  }

  function refuse(reason: Refusal, how: TransferEnd = 'bad-chunk') {
    deps.refuse(reason);
    end(how);
  }

  async function open() {
    sink = await deps.open(offer);
    if (isEnded()) return;
    digests.push(...sink.kept.slice(0, offer.chunks));
    have = digests.length;
    const assembly = createChunkAssembly({ size: offer.size, chunks: offer.chunks, have });
    phase = { name: 'receiving', assembly, unchecked: undefined, hasAll: have === offer.chunks };
    deps.opened(have);
  }

  async function store({ index, bytes, hashed }: Complete, expected: string) {
    const chunkDigest = await hashed;
    if (isEnded() || sink === undefined) return;
    if (chunkDigest.length !== DIGEST_BYTES || toHex(chunkDigest) !== expected) {
      return refuse('wrong-hash', 'bad-hash');
    }
    await sink.write(index, bytes, chunkDigest);
    if (phase.name === 'receiving') phase.assembly.reuse(bytes);
    waiting -= 1;
    if (isEnded()) return;
    digests.push(chunkDigest);
    deps.written(digests.length, Math.min(digests.length * CHUNK_BYTES, offer.size));
  }

  async function complete(expected: string) {
    const whole = toHex(await digest(joinDigests(digests)));
    if (isEnded() || sink === undefined) return;
    if (whole !== expected) {
      deps.refuse('wrong-hash');
      // The earlier chunks came from another content, so the next attempt begins anew.
      return end(have > 0 ? 'changed' : 'bad-hash', 'wrong');
    }
    await sink.finish();
    sink = undefined;
    end('done');
  }

  then(open);

  return {
    takeFrame(frame) {
      if (phase.name === 'ended') return;
      // Nothing may arrive before the answer to the offer, or before the digest of the preceding chunk.
      if (phase.name !== 'receiving' || phase.unchecked !== undefined || phase.hasAll) {
        return refuse('out-of-order');
      }
      if (waiting >= MAX_WAITING_CHUNKS) return refuse('too-fast');
      const taken = phase.assembly.take(frame);
      if (taken === undefined) return;
      if ('refusal' in taken) return refuse(taken.refusal);
      waiting += 1;
      const hashed = digest(taken.bytes);
      hashed.catch(() => {});
      phase.unchecked = { ...taken, hashed };
    },
    takeDigest({ chunk, digest: expected }) {
      if (phase.name === 'ended') return;
      if (phase.name !== 'receiving' || phase.unchecked?.index !== chunk) return refuse('out-of-order');
      const checked = phase.unchecked;
      phase.unchecked = undefined;
      phase.hasAll = chunk + 1 === offer.chunks;
      then(() => store(checked, expected));
    },
    takeEnd({ digest: expected }) {
      if (phase.name === 'ended') return;
      // A second end is out of order, too.
      if (phase.name !== 'receiving' || !phase.hasAll) return refuse('out-of-order');
      phase = { name: 'closing' };
      then(() => complete(expected));
    },
    end,
    received: () => (phase.name === 'receiving' ? phase.assembly.received() : undefined),
    released: () => release,
  };
}
