/** One file that comes in: puts chunks together, checks each, has them written in order, and says what is on disk. */
import { type ChunkAssembly, createChunkAssembly } from './chunk-assembly.ts';
import { DIGEST_BYTES, joinDigests, toHex } from './digest.ts';
import type { FileOffer, FileSink } from './files.ts';
import type { Frame, Message } from './frames.ts';
import type { Refusal } from './refusals.ts';
import { CHUNK_BYTES, type TransferEnd } from './transfer.ts';

/** More complete chunks than this in memory: the sender does not wait for acknowledgements. */
const MAX_WAITING_CHUNKS = 10;

export type IncomingDeps = {
  offer: FileOffer;
  open(offer: FileOffer): Promise<FileSink>;
  digest(bytes: Uint8Array): Promise<Uint8Array>;
  /** So many chunks were there already: the answer to the offer. */
  opened(have: number): void;
  /** So many chunks are on disk. */
  written(chunks: number, bytes: number): void;
  refuse(reason: Refusal): void;
  /** Once. Afterwards nothing is called. */
  ended(end: TransferEnd): void;
};

export type IncomingFile = {
  takeFrame(frame: Frame): void;
  takeDigest(message: Message<'chunk'>): void;
  takeEnd(message: Message<'end'>): void;
  /** Ends it; what came stays unless `discard`. Nothing happens where it has ended. */
  end(end: TransferEnd, discard?: boolean): void;
  /** Bytes that have come; undefined where none can come now. */
  received(): number | undefined;
  /** The file system has been let go of. Never rejects. */
  released(): Promise<void>;
};

type Complete = { index: number; bytes: Uint8Array; hashed: Promise<Uint8Array> };

/** What a file system says when there is no room. `ShortWriteError`: the chunks worker's own. */
const isFullDisk = (error: unknown) =>
  error instanceof Error &&
  (['QuotaExceededError', 'ShortWriteError'].includes(error.name) ||
    ('code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code))));

export function openIncomingFile(deps: IncomingDeps): IncomingFile {
  const { offer, digest } = deps;
  const digests: Uint8Array[] = [];
  let have = 0;
  let sink: FileSink | undefined;
  let assembly: ChunkAssembly | undefined;
  /** Complete, and its digest has not come yet. */
  let unchecked: Complete | undefined;
  let waiting = 0;
  let hasAll = false;
  let isEnded = false;
  let discards = false;
  let release: Promise<void> = Promise.resolve();

  /** One thing after the other: opening, every chunk, the end. */
  let work: Promise<void> = Promise.resolve();
  function then(step: () => Promise<void>) {
    work = work
      .then(() => (isEnded ? undefined : step()))
      .catch((error: unknown) => end(isFullDisk(error) ? 'disk-full' : 'unreadable'));
  }

  function end(how: TransferEnd, discard = false) {
    if (isEnded) return;
    isEnded = true;
    discards = discard;
    unchecked = undefined;
    assembly = undefined;
    release = work.then(letGo).catch(() => {});
    deps.ended(how);
  }

  async function letGo() {
    const held = sink;
    sink = undefined;
    await (discards ? held?.discard() : held?.pause());
  }

  function refuse(reason: Refusal, how: TransferEnd = 'bad-chunk') {
    deps.refuse(reason);
    end(how);
  }

  then(async () => {
    sink = await deps.open(offer);
    if (isEnded) return;
    digests.push(...sink.kept.slice(0, offer.chunks));
    have = digests.length;
    assembly = createChunkAssembly({ size: offer.size, chunks: offer.chunks, have });
    deps.opened(have);
  });

  const store = ({ index, bytes, hashed }: Complete, expected: string) =>
    then(async () => {
      const chunkDigest = await hashed;
      if (isEnded || sink === undefined) return;
      if (chunkDigest.length !== DIGEST_BYTES || toHex(chunkDigest) !== expected) {
        return refuse('wrong-hash', 'bad-hash');
      }
      await sink.write(index, bytes, chunkDigest);
      assembly?.reuse(bytes);
      waiting -= 1;
      if (isEnded) return;
      digests.push(chunkDigest);
      deps.written(digests.length, Math.min(digests.length * CHUNK_BYTES, offer.size));
    });

  const complete = (expected: string) =>
    then(async () => {
      const whole = toHex(await digest(joinDigests(digests)));
      if (isEnded || sink === undefined) return;
      if (whole !== expected) {
        deps.refuse('wrong-hash');
        // What was there before came from another content; the next time begins anew.
        return end(have > 0 ? 'changed' : 'bad-hash', true);
      }
      await sink.finish();
      sink = undefined;
      end('done');
    });

  return {
    takeFrame(frame) {
      if (isEnded) return;
      // Nothing may come before the answer to the offer, and nothing before the digest of the chunk before.
      if (assembly === undefined || unchecked !== undefined || hasAll) return refuse('out-of-order');
      if (waiting >= MAX_WAITING_CHUNKS) return refuse('too-fast');
      const taken = assembly.take(frame);
      if (taken === undefined) return;
      if ('refusal' in taken) return refuse(taken.refusal);
      waiting += 1;
      const hashed = digest(taken.bytes);
      hashed.catch(() => {});
      unchecked = { ...taken, hashed };
    },
    takeDigest({ chunk, digest: expected }) {
      if (isEnded) return;
      if (unchecked?.index !== chunk) return refuse('out-of-order');
      const checked = unchecked;
      unchecked = undefined;
      hasAll = chunk + 1 === offer.chunks;
      store(checked, expected);
    },
    takeEnd({ digest: expected }) {
      if (isEnded) return;
      if (assembly === undefined || !(hasAll || have === offer.chunks)) return refuse('out-of-order');
      hasAll = true;
      // A second end is out of order.
      assembly = undefined;
      complete(expected);
    },
    end,
    received: () => assembly?.received(),
    released: () => release,
  };
}
