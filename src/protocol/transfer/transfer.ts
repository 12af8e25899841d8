/** All ends of a file transfer. Messages: `frames.ts`; the engine: `send-files.ts`, `receive-files.ts`. */

/** One chunk: 640 KiB. Each is framed into messages that the channel accepts. */
export const CHUNK_BYTES = 655_360;

/**
 * `done`: every byte is there and the hash matches. `cancelled`: a person ended it. `broken`: the channel
 * closed; it can be resumed. `silent`: no progress for 15 s. `changed`: not the earlier file. `bad-hash`,
 * `bad-chunk`, `unexpected`, `too-large`: refused. `unreadable`, `disk-full`: the file system failed.
 */
export const TRANSFER_ENDS = [
  'done',
  'cancelled',
  'broken',
  'silent',
  'changed',
  'bad-hash',
  'bad-chunk',
  'unexpected',
  'too-large',
  'unreadable',
  'disk-full',
] as const;
export type TransferEnd = (typeof TRANSFER_ENDS)[number];
