/**
 * Messages between the two ends of a file channel. Text messages are JSON and control the transfer. Binary
 * ones carry a part of a chunk behind a header of 16 bytes, big-endian: kind (1), version (1), file number
 * (2), chunk (4), offset of the part in the chunk (4), length of the chunk (4).
 */
import * as v from 'valibot';
import { CHUNK_BYTES, TRANSFER_ENDS } from './transfer.ts';

export const FRAME_HEADER_BYTES = 16;
const KIND = 1;
const VERSION = 1;
/** Longer than any message of the schema below. */
const MAX_TEXT_LENGTH = 4_096;
const MAX_FILE_BYTES = 2 ** 40;

const count = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max));
const file = count(0xffff);
const chunks = count(MAX_FILE_BYTES / CHUNK_BYTES + 1);
const text = v.pipe(v.string(), v.maxLength(255));
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const end = v.picklist(TRANSFER_ENDS);

/** Sent by: s(ender), r(eceiver) or both. `file` is the number from the offer. */
export const controlMessageSchema = v.variant('type', [
  /** s: a file; answered by `want` or `failed`. */
  v.object({
    type: v.literal('offer'),
    file,
    id,
    name: text,
    size: count(MAX_FILE_BYTES),
    version: text,
    chunks,
  }),
  /** r: begin after the chunks that are there already. */
  v.object({ type: v.literal('want'), file, have: chunks }),
  /** s: after the last part of a chunk, its SHA-256. */
  v.object({ type: v.literal('chunk'), file, chunk: chunks, digest }),
  /** r: this many chunks from the start are on disk. */
  v.object({ type: v.literal('ack'), file, chunks }),
  /** s: after the last chunk, the SHA-256 of all their digests. */
  v.object({ type: v.literal('end'), file, digest }),
  /** r: the file is complete. */
  v.object({ type: v.literal('done'), file }),
  /** Sent by both sides: no more messages about this file. */
  v.object({ type: v.literal('failed'), file, end }),
  /** Sent by both sides: no more messages at all. Answered by `bye`. */
  v.object({ type: v.literal('bye'), end }),
  /** Sent by both sides after 5 s of silence; answered by `pong`. */
  v.object({ type: v.literal('ping') }),
  v.object({ type: v.literal('pong') }),
  /** r: every 5 s while a chunk takes longer than that. Its bytes are progress, but not on disk yet. */
  v.object({ type: v.literal('received'), file, bytes: count(MAX_FILE_BYTES) }),
  /** s: it reads again what the receiver already has, which is progress. */
  v.object({ type: v.literal('working') }),
]);
export type ControlMessage = v.InferOutput<typeof controlMessageSchema>;
export type Message<T extends ControlMessage['type']> = Extract<ControlMessage, { type: T }>;

export const encodeControl = (message: ControlMessage): string => JSON.stringify(message);

/** Undefined: the text is not a message of this protocol. */
export function parseControl(message: string): ControlMessage | undefined {
  if (message.length > MAX_TEXT_LENGTH) return undefined;
  try {
    const parsed = v.safeParse(controlMessageSchema, JSON.parse(message));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** A part of a chunk. `length` is the chunk's; `part` starts at `offset` of it. */
export type ChunkFrame = { file: number; chunk: number; offset: number; length: number; part: Uint8Array };

/** Writes the frame to the start of `into`, and returns the written bytes. */
export function encodeFrame({ file, chunk, offset, length, part }: ChunkFrame, into: Uint8Array): Uint8Array {
  const header = new DataView(into.buffer, into.byteOffset, FRAME_HEADER_BYTES);
  header.setUint8(0, KIND);
  header.setUint8(1, VERSION);
  header.setUint16(2, file);
  header.setUint32(4, chunk);
  header.setUint32(8, offset);
  header.setUint32(12, length);
  into.set(part, FRAME_HEADER_BYTES);
  return into.subarray(0, FRAME_HEADER_BYTES + part.length);
}

/** `part` is a view of the message. Undefined: not a frame, or one that contradicts itself. */
export function parseFrame(message: Uint8Array): ChunkFrame | undefined {
  if (message.length < FRAME_HEADER_BYTES) return undefined;
  const header = new DataView(message.buffer, message.byteOffset, FRAME_HEADER_BYTES);
  if (header.getUint8(0) !== KIND || header.getUint8(1) !== VERSION) return undefined;
  const part = message.subarray(FRAME_HEADER_BYTES);
  const offset = header.getUint32(8);
  const length = header.getUint32(12);
  if (length > CHUNK_BYTES || offset + part.length > length) return undefined;
  // Only an empty chunk has an empty part, because empty parts of others could go on for ever.
  if (part.length === 0 && length > 0) return undefined;
  return { file: header.getUint16(2), chunk: header.getUint32(4), offset, length, part };
}

/** Cuts a chunk of this length into parts of nearly one size, none larger than a message allows. */
export function partsOf(length: number, maxMessageBytes: number): { offset: number; length: number }[] {
  const count = Math.max(1, Math.ceil(length / (maxMessageBytes - FRAME_HEADER_BYTES)));
  const size = Math.ceil(length / count);
  return Array.from({ length: count }, (_, index) => {
    const offset = Math.min(index * size, length);
    return { offset, length: Math.min(size, length - offset) };
  }).filter((part, index) => index === 0 || part.length > 0);
}

/** An empty file is one empty chunk. */
export const chunksOf = (size: number): number => Math.max(1, Math.ceil(size / CHUNK_BYTES));

export const chunkLength = (size: number, chunk: number): number =>
  Math.min(CHUNK_BYTES, size - chunk * CHUNK_BYTES);
