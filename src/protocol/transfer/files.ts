/** Sources and targets of files: a File of a tab, the private file system of an origin, a folder in Node. */

export type FileSource = {
  /** Id in the transfer, the `id` of `fileToSendSchema`. */
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  /** Changes with the content (such as size and time of the last change). A resumed transfer compares it. */
  version: string;
  /** Reads `length` bytes from `offset`. Rejects if the file can no longer be read. */
  read(offset: number, length: number): Promise<Uint8Array>;
  /** Releases bytes that are no longer read, so that their memory can be reused. */
  releaseBuffer?(bytes: Uint8Array): void;
  /** Nothing further is read in this run. */
  close?(): void;
};

/** Description of a file before it is sent. */
export type FileOffer = { id: string; name: string; size: number; version: string; chunks: number };

/** One incoming file. Its chunks are stored when the connection breaks, until `discard`. */
export type FileSink = {
  /** SHA-256 (32 bytes each) of the whole chunks from the start that are on disk, of the same version. */
  kept: readonly Uint8Array[];
  /** Resolves when chunk `index` is on disk and its memory may be reused. Rejects when the disk is full. */
  write(index: number, chunk: Uint8Array, digest: Uint8Array): Promise<void>;
  /** The file is complete and checked. */
  finish(): Promise<void>;
  /**
   * Removes the received chunks. A file that was complete before it was offered again stays, unless it is
   * `wrong`: its bytes are not those of the offer.
   */
  discard(why?: 'wrong'): Promise<void>;
  /** Closes the file; its chunks stay for a resumption. */
  pause(): Promise<void>;
};
