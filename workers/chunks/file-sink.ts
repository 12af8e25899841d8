/** One open file being received: writes its chunks, flushes at intervals and counts them in its record. */
import type { EpochMs } from '#protocol/clock.ts';
import { DIGEST_BYTES, sha256, toHex } from '#protocol/transfer/digest.ts';
import type { FileOffer, FileSink } from '#protocol/transfer/files.ts';
import { chunkLength } from '#protocol/transfer/frames.ts';
import { CHUNK_BYTES } from '#protocol/transfer/transfer.ts';
import { decodeRecord, encodeRecord, type FileRecord, HEADER_BYTES } from './file-record.ts';
import { readAll, writeAll } from './sync-access.ts';

/** 40 MiB, which take 0.2 s to verify when the file is opened again. */
const FLUSH_EVERY_CHUNKS = 64;

/** A record and its data, both locked for exclusive access. */
export type OpenPair = {
  recordFile: FileSystemSyncAccessHandle;
  dataFile: FileSystemSyncAccessHandle;
  isOpen: boolean;
  close(): void;
};

export type SinkRequest = {
  key: string;
  offer: FileOffer;
  now(): EpochMs;
  /** Removes the closed pair. */
  remove(): Promise<void>;
};

export async function openSink(pair: OpenPair, { key, offer, now, remove }: SinkRequest): Promise<FileSink> {
  const { recordFile, dataFile } = pair;
  const kept = await keptDigests(recordFile, dataFile, offer);
  // After a broken connection finished files are offered again. They stay complete, without new chunks.
  const isWhole = kept.length === offer.chunks && wasWhole(recordFile);
  const record: FileRecord = { ...offer, key, flushed: kept.length, isWhole, touchedAt: now() };
  let chunks = kept.length;

  const bytesThere = () => Math.min(chunks * CHUNK_BYTES, offer.size);

  function save(change: Partial<FileRecord>) {
    Object.assign(record, change, { touchedAt: now() });
    writeAll(recordFile, encodeRecord(record), 0);
  }

  function flush(change: Partial<FileRecord> = {}) {
    dataFile.flush();
    save({ flushed: chunks, ...change });
    recordFile.flush();
  }

  recordFile.truncate(HEADER_BYTES + kept.length * DIGEST_BYTES);
  dataFile.truncate(bytesThere());
  // Allocate the full size now. A full disk is noticed before any chunk arrives, and the worker does not wait
  // for the browser's main process each time the file grows.
  dataFile.truncate(offer.size);
  save({});
  return {
    kept,
    async write(index, chunk, digest) {
      writeAll(dataFile, chunk, index * CHUNK_BYTES);
      writeAll(recordFile, digest, HEADER_BYTES + index * DIGEST_BYTES);
      chunks = index + 1;
      if (chunks - record.flushed >= FLUSH_EVERY_CHUNKS) flush();
    },
    async finish() {
      flush({ isWhole: true });
      pair.close();
    },
    async discard(why) {
      pair.close();
      if (!isWhole || why === 'wrong') await remove();
    },
    async pause() {
      try {
        if (!pair.isOpen) return;
        dataFile.truncate(bytesThere());
        flush();
      } finally {
        pair.close();
      }
    },
  };
}

function wasWhole(recordFile: FileSystemSyncAccessHandle): boolean {
  if (recordFile.getSize() < HEADER_BYTES) return false;
  return decodeRecord(readAll(recordFile, HEADER_BYTES, 0))?.isWhole ?? false;
}

/** Digests of the chunks that are already stored for the same file. */
async function keptDigests(
  recordFile: FileSystemSyncAccessHandle,
  dataFile: FileSystemSyncAccessHandle,
  offer: FileOffer,
): Promise<Uint8Array[]> {
  const stored = recordFile.getSize();
  if (stored < HEADER_BYTES) return [];
  const record = decodeRecord(readAll(recordFile, HEADER_BYTES, 0));
  if (record?.size !== offer.size || record.version !== offer.version) return [];
  const digests: Uint8Array[] = [];
  const count = Math.min(Math.floor((stored - HEADER_BYTES) / DIGEST_BYTES), offer.chunks);
  for (let index = 0; index < count; index++) {
    const digest = readAll(recordFile, DIGEST_BYTES, HEADER_BYTES + index * DIGEST_BYTES);
    const length = chunkLength(offer.size, index);
    if (dataFile.getSize() < index * CHUNK_BYTES + length) break;
    if (index >= record.flushed) {
      const data = readAll(dataFile, length, index * CHUNK_BYTES);
      if (toHex(await sha256(data)) !== toHex(digest)) break;
    }
    digests.push(digest);
  }
  return digests;
}
