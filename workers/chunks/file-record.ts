/** The record beside the data of a received file: a JSON header, then the digest of every chunk. */
import type { EpochMs } from '#protocol/clock.ts';
import type { FileOffer } from '#protocol/transfer/files.ts';

export const HEADER_BYTES = 4_096;

/** `flushed`: number of chunks that are certainly on disk. */
export type FileRecord = FileOffer & { key: string; flushed: number; isWhole: boolean; touchedAt: EpochMs };

export const encodeRecord = (record: FileRecord): Uint8Array => {
  const json = new TextEncoder().encode(JSON.stringify(record));
  if (json.length > HEADER_BYTES) throw new Error('The names of this file are too long.');
  const header = new Uint8Array(HEADER_BYTES).fill(0x20);
  header.set(json);
  return header;
};

/** Undefined if the header was never completely written. */
export function decodeRecord(header: Uint8Array): FileRecord | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(header)) as FileRecord;
  } catch {
    return undefined;
  }
}
