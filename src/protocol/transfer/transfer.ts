/** The closed list of what becomes of a file transfer. Messages: `frames.ts`; the engine: `send-files.ts`, `receive-files.ts`. */

/** One chunk: 640 KiB. Each is framed into messages that the channel takes. */
export const CHUNK_BYTES = 655_360;

/**
 * `done`: every byte is there and its hash is equal. `cancelled`: somebody ended it. `broken`: the channel closed;
 * it can go on where it was. `silent`: no progress for 15 s. `changed`: the file is another one than before.
 * `bad-hash`, `bad-chunk`, `unexpected`, `too-large`: refused. `unreadable`, `disk-full`: the file system said no.
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
