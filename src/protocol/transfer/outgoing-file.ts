/** One outgoing file, and the progress of both sides. It decides which answers are allowed now. */
import type { FileSource } from './files.ts';
import { type ControlMessage, chunksOf, type Message } from './frames.ts';
import { CHUNK_BYTES, type TransferEnd } from './transfer.ts';

/** Answers of a receiver about a file. */
export type FileAnswer = Message<'want' | 'ack' | 'received' | 'done' | 'failed'>;

export const isFileAnswer = (message: ControlMessage): message is FileAnswer =>
  ['want', 'ack', 'received', 'done', 'failed'].includes(message.type);

export type OutgoingState =
  /** The receiver has not answered the offer. */
  | { name: 'offered' }
  /** `acknowledged` chunks are on the other side's disk; `given` also counts those in the channel. */
  | { name: 'sending'; acknowledged: number; given: number }
  /** All chunks and the digest of the whole file were given to the channel. */
  | { name: 'given'; acknowledged: number; given: number }
  | { name: 'ended'; end: TransferEnd };

type FileSize = { bytes: number; chunks: number };

/** The state after an answer, and the bytes that the other side reports. Undefined: a forbidden answer. */
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
  /** Number of the file in the messages of both sides. */
  readonly number: number;
  readonly source: FileSource;
  readonly chunks: number;
  /** Chunks that are on the other side's disk; undefined until it answers the offer. */
  acknowledged(): number | undefined;
  end(): TransferEnd | undefined;
  /** False: this answer is not allowed now, and changes nothing. */
  take(answer: FileAnswer): boolean;
  /** The receiver has so many chunks, or the channel got them. */
  gave(chunks: number): void;
  /** The digest of the whole file was given, too. */
  gaveAll(): void;
  /** Does nothing if the file has ended. */
  finish(end: TransferEnd): void;
};

export function createOutgoingFile(
  number: number,
  source: FileSource,
  on: {
    /** Bytes that the other side has. */
    progress(bytes: number): void;
    /** Called once. */
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
