/**
 * Received files in the private file system of the origin. A file on disk is named by the hash of its key.
 * Beside its data lies a record: a header of 4 KiB (JSON), then the digest of every stored chunk, so that a
 * transfer resumes after a reload. Data is flushed at intervals. Chunks written after the last flush are read
 * and verified again, because a machine that lost power may have stored the digest without the data.
 */
import type { EpochMs } from '#protocol/clock.ts';
import { DIGEST_BYTES, sha256, toHex } from '#protocol/transfer/digest.ts';
import type { FileOffer, FileSink } from '#protocol/transfer/files.ts';
import { CHUNK_BYTES } from '#protocol/transfer/transfer.ts';
import { decodeRecord, HEADER_BYTES } from './file-record.ts';
import { type OpenPair, openSink } from './file-sink.ts';
import { openExclusively, retryWhileLocked } from './sync-access.ts';

/** Files untouched for this long are removed. */
const RETENTION_MS = 3 * 24 * 60 * 60 * 1_000;

export type ChunkFiles = {
  /**
   * Resumes a stored file with the same key, size and version; any other file with that key is removed first.
   * Rejects with `QuotaExceededError` if there is no room for the rest.
   */
  open(key: string, offer: FileOffer): Promise<FileSink>;
  /** Undefined if the file is missing or incomplete. */
  whole(key: string): Promise<File | undefined>;
  kept(): Promise<{ key: string; bytes: number; size: number }[]>;
  discard(key: string): Promise<void>;
  /** Removes files older than three days; complete files only if no owner lists them (`keepsWhole`). */
  prune(): Promise<void>;
  /** Removes complete files stored before this call whose keys are not listed. */
  retain(keys: readonly string[]): Promise<void>;
  openFiles(): number;
};

export type ChunkFilesDeps = {
  /** The folder that only this store uses. */
  folder(): Promise<FileSystemDirectoryHandle>;
  now(): EpochMs;
  /** True if an owner lists complete files and removes them itself. */
  keepsWhole: boolean;
};

const isAbsent = (error: unknown) => error instanceof Error && error.name === 'NotFoundError';

export function createChunkFiles({ folder, now, keepsWhole }: ChunkFilesDeps): ChunkFiles {
  let openFiles = 0;

  const nameOf = async (key: string) => toHex(await sha256(new TextEncoder().encode(key)));

  async function remove(name: string) {
    const files = await folder();
    // The record goes last, because the data cannot be found without it.
    for (const file of [`${name}.data`, `${name}.record`]) {
      await files.removeEntry(file).catch((error: unknown) => {
        if (!isAbsent(error)) throw error;
      });
    }
  }

  /** Reads a record without locking it, because the file may be in use. */
  async function peek(file: FileSystemFileHandle) {
    const blob = await file.getFile();
    const record = decodeRecord(new Uint8Array(await blob.slice(0, HEADER_BYTES).arrayBuffer()));
    return record && { record, chunks: Math.floor((blob.size - HEADER_BYTES) / DIGEST_BYTES) };
  }

  async function records() {
    const found = [];
    for await (const [name, handle] of (await folder()).entries()) {
      if (handle.kind !== 'file' || !name.endsWith('.record')) continue;
      // The file may be removed while the others are read.
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
    const pair: OpenPair = {
      recordFile,
      dataFile,
      isOpen: true,
      close() {
        if (!pair.isOpen) return;
        pair.isOpen = false;
        openFiles -= 1;
        recordFile.close();
        dataFile.close();
      },
    };
    try {
      return await openSink(pair, { key, offer, now, remove: () => remove(name) });
    } catch (error) {
      pair.close();
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
    /** Retries while a run that has just ended still holds the file open. */
    async discard(key) {
      const name = await nameOf(key);
      await retryWhileLocked(() => remove(name));
    },
    async prune() {
      for (const { name, peeked } of await records()) {
        const isListed = keepsWhole && peeked?.record.isWhole === true;
        const isOld = peeked === undefined || now() - peeked.record.touchedAt > RETENTION_MS;
        // A file in use cannot be removed, and must not be.
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
