/** Where files come from and go to: a File of a tab, the private file system of an origin, a folder in Node. */

export type FileSource = {
  /** Of the transfer: what `fileToSendSchema` calls id. */
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  /** Changes when the content does (for example size and time of the last change): a resumed transfer compares it. */
  version: string;
  /** The bytes from `offset`, `length` of them. Rejects where the file cannot be read any more. */
  read(offset: number, length: number): Promise<Uint8Array>;
  /** Nobody looks at what was read any more. */
  letGo?(bytes: Uint8Array): void;
  /** Nothing further is read in this run. */
  close?(): void;
};

/** What is known of a file that is about to come. */
export type FileOffer = { id: string; name: string; size: number; version: string; chunks: number };

/** One file that comes in. What it has is kept when the connection breaks, until `discard`. */
export type FileSink = {
  /** SHA-256 (32 bytes each) of the whole chunks from the start that are on disk already, of the same version. */
  kept: readonly Uint8Array[];
  /** Chunk `index` is on disk when it resolves; its memory serves another one then. Rejects when the disk is full. */
  write(index: number, chunk: Uint8Array, digest: Uint8Array): Promise<void>;
  /** Whole and checked. */
  finish(): Promise<void>;
  /**
   * Removes what came. A file that was whole before it was offered again stays, unless it is `wrong`: its bytes are not those
   * of the offer.
   */
  discard(why?: 'wrong'): Promise<void>;
  /** Lets go of the file; what came stays for a resumption. */
  pause(): Promise<void>;
};
