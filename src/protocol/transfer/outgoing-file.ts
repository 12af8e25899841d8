/** One file that goes out, and how far both sides are with it. What the other side may say of it now is decided here. */
import type { FileSource } from './files.ts';
import { type ControlMessage, chunksOf, type Message } from './frames.ts';
import { CHUNK_BYTES, type TransferEnd } from './transfer.ts';

/** What a receiver says of a file. */
export type FileAnswer = Message<'want' | 'ack' | 'received' | 'done' | 'failed'>;

export const isFileAnswer = (message: ControlMessage): message is FileAnswer =>
  ['want', 'ack', 'received', 'done', 'failed'].includes(message.type);

export type OutgoingState =
  /** The other side has not answered the offer. */
  | { name: 'offered' }
  /** `acknowledged` chunks are on the other side's disk; `given` ones are there, or were given to the channel. */
  | { name: 'sending'; acknowledged: number; given: number }
  /** All chunks and the digest of the whole were given. */
  | { name: 'given'; acknowledged: number; given: number }
  | { name: 'ended'; end: TransferEnd };

type FileSize = { bytes: number; chunks: number };

/**
 * What an answer makes of the state, and how many bytes the other side has by it, where it says that. Undefined: it
 * cannot be said now.
 */
export function afterAnswer(
  state: OutgoingState,
  size: FileSize,
  answer: FileAnswer,
): { state: OutgoingState; bytes?: number } | undefined {
  if (state.name === 'ended') return undefined;
  if (answer.type === 'failed') {
    return { state: { name: 'ended', end: answer.end === 'done' ? 'unexpected' : answer.end } };
  }
  const bytesOf = (chunks: number) => Math.min(chunks * CHUNK_BYTES, size.bytes);
  if (state.name === 'offered') {
    if (answer.type !== 'want' || answer.have > size.chunks) return undefined;
    const next = { name: 'sending', acknowledged: answer.have, given: answer.have } as const;
    return answer.have > 0 ? { state: next, bytes: bytesOf(answer.have) } : { state: next };
  }
  const { acknowledged, given } = state;
  switch (answer.type) {
    case 'want':
      return undefined;
    case 'ack':
      if (answer.chunks <= acknowledged || answer.chunks > given) return undefined;
      return { state: { ...state, acknowledged: answer.chunks }, bytes: bytesOf(answer.chunks) };
    case 'received':
      if (answer.bytes > (given + 1) * CHUNK_BYTES) return undefined;
      return { state, bytes: Math.min(answer.bytes, size.bytes) };
    case 'done':
      if (state.name !== 'given' || acknowledged !== size.chunks) return undefined;
      return { state: { name: 'ended', end: 'done' } };
  }
}

export type OutgoingFile = {
  /** What both sides call it in their messages. */
  readonly number: number;
  readonly source: FileSource;
  readonly chunks: number;
  /** Chunks that are on the other side's disk; undefined until it answers the offer. */
  acknowledged(): number | undefined;
  end(): TransferEnd | undefined;
  /** False: this cannot be said now, and changes nothing. */
  take(answer: FileAnswer): boolean;
  /** So many chunks are there, or were given to the channel. */
  gave(chunks: number): void;
  /** The digest of the whole was given too. */
  gaveAll(): void;
  /** Nothing happens where the file has ended. */
  finish(end: TransferEnd): void;
};

export function createOutgoingFile(
  number: number,
  source: FileSource,
  on: {
    /** Bytes that the other side has. */
    progress(bytes: number): void;
    /** Once. */
    ended(end: TransferEnd): void;
  },
): OutgoingFile {
  const chunks = chunksOf(source.size);
  let state: OutgoingState = { name: 'offered' };

  function finish(end: TransferEnd) {
    if (state.name === 'ended') return;
    state = { name: 'ended', end };
    source.close?.();
    if (end === 'done') on.progress(source.size);
    on.ended(end);
  }

  return {
    number,
    source,
    chunks,
    acknowledged: () => ('acknowledged' in state ? state.acknowledged : undefined),
    end: () => (state.name === 'ended' ? state.end : undefined),
    take(answer) {
      const after = afterAnswer(state, { bytes: source.size, chunks }, answer);
      if (after === undefined) return false;
      if (after.state.name === 'ended') finish(after.state.end);
      else state = after.state;
      if (after.bytes !== undefined) on.progress(after.bytes);
      return true;
    },
    gave(given) {
      if (state.name === 'sending') state = { ...state, given };
    },
    gaveAll() {
      if (state.name === 'sending') state = { ...state, name: 'given' };
    },
    finish,
  };
}
