/**
 * Received files in the private file system of the origin. On disk a file is named by the hash of its key, never by its
 * own name. Beside its data lies a record: a header of 4 KiB (JSON), then the digest of every chunk that is there, so
 * that a transfer goes on where it was after a reload. Data is flushed now and then; what came after the last flush is
 * read again before it is counted, because a machine that lost power may have the digest and not the data.
 */
import { DIGEST_BYTES, sha256, toHex } from '#protocol/transfer/digest.ts';
import type { FileOffer, FileSink } from '#protocol/transfer/files.ts';
import { chunkLength } from '#protocol/transfer/frames.ts';
import { CHUNK_BYTES } from '#protocol/transfer/transfer.ts';
import { onceLetGo, openExclusively, readAll, writeAll } from './sync-access.ts';

const HEADER_BYTES = 4_096;
/** 40 MiB: read again in 0.2 s. */
const FLUSH_EVERY_CHUNKS = 64;
/** What nobody has come back for by then is removed. */
const KEPT_MS = 3 * 24 * 60 * 60 * 1_000;

/** `touchedAt`: epoch ms. `flushed`: chunks that are on disk for sure. */
type FileRecord = FileOffer & { key: string; flushed: number; isWhole: boolean; touchedAt: number };

export type ChunkFiles = {
  /**
   * Goes on with what is there of the same key, size and version; anything else is removed first. Rejects with
   * `QuotaExceededError` where there is no room for the rest of it.
   */
  open(key: string, offer: FileOffer): Promise<FileSink>;
  /** Undefined: it is not there, or not whole. */
  whole(key: string): Promise<File | undefined>;
  kept(): Promise<{ key: string; bytes: number; size: number }[]>;
  discard(key: string): Promise<void>;
  /** Removes what is older than three days, whole files only where no owner lists them. */
  prune(): Promise<void>;
  /** Removes whole files that were there before and that have none of these keys. */
  retain(keys: readonly string[]): Promise<void>;
  openFiles(): number;
};

export type ChunkFilesDeps = {
  /** The folder that is all theirs. */
  folder(): Promise<FileSystemDirectoryHandle>;
  /** Epoch ms. */
  now(): number;
  /** Whole files have an owner who lists them, and who removes them. */
  keepsWhole: boolean;
};

const encodeRecord = (record: FileRecord): Uint8Array => {
  const json = new TextEncoder().encode(JSON.stringify(record));
  if (json.length > HEADER_BYTES) throw new Error('The names of this file are too long.');
  const header = new Uint8Array(HEADER_BYTES).fill(0x20);
  header.set(json);
  return header;
};

/** Undefined: it was never written whole. */
function decodeRecord(header: Uint8Array): FileRecord | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(header)) as FileRecord;
  } catch {
    return undefined;
  }
}

const isAbsent = (error: unknown) => error instanceof Error && error.name === 'NotFoundError';

export function createChunkFiles({ folder, now, keepsWhole }: ChunkFilesDeps): ChunkFiles {
  let openFiles = 0;

  const nameOf = async (key: string) => toHex(await sha256(new TextEncoder().encode(key)));

  async function remove(name: string) {
    const files = await folder();
    // The record last: without it nobody would find the data any more.
    for (const file of [`${name}.data`, `${name}.record`]) {
      await files.removeEntry(file).catch((error: unknown) => {
        if (!isAbsent(error)) throw error;
      });
    }
  }

  /** Reads a record without holding it: it may be in use. */
  async function peek(file: FileSystemFileHandle) {
    const blob = await file.getFile();
    const record = decodeRecord(new Uint8Array(await blob.slice(0, HEADER_BYTES).arrayBuffer()));
    return record && { record, chunks: Math.floor((blob.size - HEADER_BYTES) / DIGEST_BYTES) };
  }

  async function records() {
    const found = [];
    for await (const [name, handle] of (await folder()).entries()) {
      if (handle.kind !== 'file' || !name.endsWith('.record')) continue;
      // It may be removed while the others are read.
      const peeked = await peek(handle as FileSystemFileHandle).catch(() => undefined);
      found.push({ name: name.slice(0, -'.record'.length), peeked });
    }
    return found;
  }

  async function open(key: string, offer: FileOffer): Promise<FileSink> {
    const name = await nameOf(key);
    const files = await folder();
    const recordFile = await openExclusively(files, `${name}.record`);
    let dataFile: FileSystemSyncAccessHandle;
    try {
      dataFile = await openExclusively(files, `${name}.data`);
    } catch (error) {
      recordFile.close();
      throw error;
    }
    openFiles += 1;
    let isOpen = true;
    const close = () => {
      if (!isOpen) return;
      isOpen = false;
      openFiles -= 1;
      recordFile.close();
      dataFile.close();
    };

    try {
      const kept = await keptDigests(recordFile, dataFile, offer);
      const record: FileRecord = { ...offer, key, flushed: kept.length, isWhole: false, touchedAt: now() };
      const save = (change: Partial<FileRecord>) => {
        Object.assign(record, change, { touchedAt: now() });
        writeAll(recordFile, encodeRecord(record), 0);
      };
      const flush = (chunks: number, isWhole = false) => {
        dataFile.flush();
        save({ flushed: chunks, isWhole });
        recordFile.flush();
      };
      recordFile.truncate(HEADER_BYTES + kept.length * DIGEST_BYTES);
      let chunks = kept.length;
      const bytesThere = () => Math.min(chunks * CHUNK_BYTES, offer.size);
      dataFile.truncate(bytesThere());
      // All the room at once: that there is none is known before anything has come, and the browser's main process,
      // for which the whole worker waits, is not asked again each time the file has grown.
      dataFile.truncate(offer.size);
      save({});
      return {
        kept,
        async write(index, chunk, digest) {
          writeAll(dataFile, chunk, index * CHUNK_BYTES);
          writeAll(recordFile, digest, HEADER_BYTES + index * DIGEST_BYTES);
          chunks = index + 1;
          if (chunks - record.flushed >= FLUSH_EVERY_CHUNKS) flush(chunks);
        },
        async finish() {
          flush(chunks, true);
          close();
        },
        async discard() {
          close();
          await remove(name);
        },
        async pause() {
          try {
            if (!isOpen) return;
            dataFile.truncate(bytesThere());
            flush(chunks);
          } finally {
            close();
          }
        },
      };
    } catch (error) {
      close();
      throw error;
    }
  }

  return {
    open,
    async whole(key) {
      const name = await nameOf(key);
      const files = await folder();
      try {
        const peeked = await peek(await files.getFileHandle(`${name}.record`));
        if (!peeked?.record.isWhole) return undefined;
        return await (await files.getFileHandle(`${name}.data`)).getFile();
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw error;
      }
    },
    async kept() {
      return (await records()).flatMap(({ peeked }) =>
        peeked === undefined || peeked.record.isWhole
          ? []
          : [
              {
                key: peeked.record.key,
                bytes: Math.min(peeked.chunks * CHUNK_BYTES, peeked.record.size),
                size: peeked.record.size,
              },
            ],
      );
    },
    /** A run that has just ended may still be letting go of it. */
    async discard(key) {
      const name = await nameOf(key);
      await onceLetGo(() => remove(name));
    },
    async prune() {
      for (const { name, peeked } of await records()) {
        const isListed = keepsWhole && peeked?.record.isWhole === true;
        const isOld = peeked === undefined || now() - peeked.record.touchedAt > KEPT_MS;
        // One that is in use cannot be removed, and must not.
        if (isOld && !isListed) await remove(name).catch(() => {});
      }
    },
    async retain(keys) {
      const listed = new Set(keys);
      const askedAt = now();
      for (const { name, peeked } of await records()) {
        if (!peeked?.record.isWhole || listed.has(peeked.record.key)) continue;
        if (peeked.record.touchedAt < askedAt) await remove(name).catch(() => {});
      }
    },
    openFiles: () => openFiles,
  };
}

/** The digests of what is there already of the same file. */
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
