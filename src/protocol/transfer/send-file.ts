/**
 * Sends one file. A chunk is read and hashed while the one before it leaves, and only a few are under way.
 * Memory holds nothing but these chunks.
 */
import { whenBufferHasSpace } from './back-pressure.ts';
import { MAX_MESSAGE_BYTES, type TransferChannel } from './channel.ts';
import { joinDigests, toHex } from './digest.ts';
import { chunkLength, encodeFrame, partsOf } from './frames.ts';
import type { OutgoingFile } from './outgoing-file.ts';
import { CHUNK_BYTES } from './transfer.ts';
import type { Wire } from './wire.ts';

/** Maximum unacknowledged chunks: 3.75 MiB, enough for 30 MiB/s at a round trip of 120 ms. */
export const WINDOW_CHUNKS = 6;

export type SendFileDeps = {
  wire: Pick<Wire, 'sendControl' | 'progressed'>;
  digest(bytes: Uint8Array): Promise<Uint8Array>;
  carry: CarryChunk;
  /** Resolves when the condition holds after a message of the other side, and when the run is over. */
  until(condition: () => boolean): Promise<void>;
  isOver(): boolean;
};

/** Gives a chunk to the channel, part by part; stops if `isGone` says that it is no longer needed. */
export type CarryChunk = (
  chunk: { file: number; index: number; bytes: Uint8Array },
  isGone: () => boolean,
) => Promise<void>;

/** `send` puts a message on the channel. */
export function createChunkCarrier(
  channel: TransferChannel,
  send: (message: Uint8Array) => void,
): CarryChunk {
  const maxMessageBytes = Math.min(channel.maxMessageBytes, MAX_MESSAGE_BYTES);
  /** Buffer for all messages: it can be reused, because the channel copies the bytes. */
  const message = new Uint8Array(maxMessageBytes);
  let carriedBytes = 0;
  return async ({ file, index, bytes }, isGone) => {
    for (const { offset, length } of partsOf(bytes.length, maxMessageBytes)) {
      await whenBufferHasSpace(channel, carriedBytes);
      if (isGone()) return;
      const part = bytes.subarray(offset, offset + length);
      send(encodeFrame({ file, chunk: index, offset, length: bytes.length, part }, message));
      carriedBytes += length;
    }
  };
}

/** Offers the file and sends it from where the other side stopped. Rejects if reading fails. */
export async function sendFile(file: OutgoingFile, deps: SendFileDeps): Promise<void> {
  const { wire, digest, carry, until } = deps;
  const { number, source, chunks } = file;
  const { id, name, size, version } = source;
  const isGone = () => file.end() !== undefined || deps.isOver();
  wire.sendControl({ type: 'offer', file: number, id, name, size, version, chunks });
  await until(() => file.acknowledged() !== undefined || isGone());
  if (isGone()) return;
  const have = file.acknowledged() ?? 0;
  const earlier = digestsBefore(have, { file, deps, isGone });
  const digests: Uint8Array[] = [];
  let next = have < chunks ? prepareChunk(file, have, digest) : undefined;
  for (let chunk = have; chunk < chunks; chunk++) {
    await until(() => chunk - (file.acknowledged() ?? 0) < WINDOW_CHUNKS || isGone());
    const prepared = await next;
    if (isGone() || prepared === undefined) return;
    next = chunk + 1 < chunks ? prepareChunk(file, chunk + 1, digest) : undefined;
    const { bytes, hashed } = prepared;
    await carry({ file: number, index: chunk, bytes }, isGone);
    const chunkDigest = await hashed;
    source.releaseBuffer?.(bytes);
    if (isGone()) return;
    digests.push(chunkDigest);
    file.gave(chunk + 1);
    wire.sendControl({ type: 'chunk', file: number, chunk, digest: toHex(chunkDigest) });
  }
  const all = [...(await earlier), ...digests];
  if (isGone()) return;
  const whole = await digest(joinDigests(all));
  if (isGone()) return;
  file.gaveAll();
  wire.sendControl({ type: 'end', file: number, digest: toHex(whole) });
  await until(isGone);
}

async function readChunk({ source }: OutgoingFile, chunk: number): Promise<Uint8Array> {
  const length = chunkLength(source.size, chunk);
  const bytes = await source.read(chunk * CHUNK_BYTES, length);
  if (bytes.length !== length) throw new Error('The file is shorter than it was.');
  return bytes;
}

/** The digest is ready when the chunk has left, so the next step never waits for it. */
function prepareChunk(file: OutgoingFile, chunk: number, digest: SendFileDeps['digest']) {
  const preparing = readChunk(file, chunk).then((bytes) => ({ bytes, hashed: digest(bytes) }));
  // A rejection before the chunk is awaited, or after the transfer has ended, is not an unhandled error.
  preparing.catch(() => {});
  return preparing;
}

/** Reads the chunks that the other side has, so that the last digest covers the whole file. */
function digestsBefore(
  have: number,
  { file, deps, isGone }: { file: OutgoingFile; deps: SendFileDeps; isGone: () => boolean },
): Promise<Uint8Array[]> {
  const hashing = (async () => {
    const digests: Uint8Array[] = [];
    for (let chunk = 0; chunk < have && !isGone(); chunk++) {
      const bytes = await readChunk(file, chunk);
      digests.push(await deps.digest(bytes));
      file.source.releaseBuffer?.(bytes);
      deps.wire.progressed(true);
    }
    return digests;
  })();
  hashing.catch(() => {});
  return hashing;
}
