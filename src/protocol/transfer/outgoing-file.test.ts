import { expect, test } from 'vitest';
import { afterAnswer, createOutgoingFile, type FileAnswer, type OutgoingState } from './outgoing-file.ts';
import { CHUNK_BYTES, type TransferEnd } from './transfer.ts';

const BYTES = 3 * CHUNK_BYTES - 5;
const size = { bytes: BYTES, chunks: 3 };
const file = 0;
const want = (have: number): FileAnswer => ({ type: 'want', file, have });
const ack = (chunks: number): FileAnswer => ({ type: 'ack', file, chunks });
const received = (bytes: number): FileAnswer => ({ type: 'received', file, bytes });
const done: FileAnswer = { type: 'done', file };
const failed = (end: TransferEnd): FileAnswer => ({ type: 'failed', file, end });

const offered: OutgoingState = { name: 'offered' };
const sending: OutgoingState = { name: 'sending', acknowledged: 1, given: 2 };
const given: OutgoingState = { name: 'given', acknowledged: 3, given: 3 };
const ended: OutgoingState = { name: 'ended', end: 'done' };

test('the answer to the offer says what is there already', () => {
  expect(afterAnswer(offered, size, want(0))).toEqual({
    state: { name: 'sending', acknowledged: 0, given: 0 },
  });
  expect(afterAnswer(offered, size, want(3))).toEqual({
    state: { name: 'sending', acknowledged: 3, given: 3 },
    bytes: BYTES,
  });
});

test('what was given can be acknowledged, and what has come of the next chunk is told', () => {
  expect(afterAnswer(sending, size, ack(2))).toEqual({
    state: { name: 'sending', acknowledged: 2, given: 2 },
    bytes: 2 * CHUNK_BYTES,
  });
  expect(afterAnswer(sending, size, received(CHUNK_BYTES + 7))).toEqual({
    state: sending,
    bytes: CHUNK_BYTES + 7,
  });
});

test('a file is done when all of it was given and acknowledged', () => {
  expect(afterAnswer(given, size, done)).toEqual({ state: { name: 'ended', end: 'done' } });
});

test('a file may fail at any time, but not as done', () => {
  for (const state of [offered, sending, given]) {
    expect(afterAnswer(state, size, failed('disk-full'))).toEqual({
      state: { name: 'ended', end: 'disk-full' },
    });
  }
  expect(afterAnswer(sending, size, failed('done'))?.state).toEqual({ name: 'ended', end: 'unexpected' });
});

const OUT_OF_TURN: [string, OutgoingState, FileAnswer][] = [
  ['an offer of more chunks than the file has', offered, want(4)],
  ['an acknowledgement before the offer is answered', offered, ack(1)],
  ['received bytes before the offer is answered', offered, received(1)],
  ['the end before the offer is answered', offered, done],
  ['a second answer to the offer', sending, want(1)],
  ['an acknowledgement of what is acknowledged', sending, ack(1)],
  ['an acknowledgement of what was not given', sending, ack(3)],
  ['more bytes than one chunk behind what was given', sending, received(3 * CHUNK_BYTES + 1)],
  ['the end while chunks are to be given', sending, done],
  ['the end while chunks are not acknowledged', { name: 'given', acknowledged: 2, given: 3 }, done],
  ['anything about a file that has ended', ended, failed('broken')],
];
test.each(OUT_OF_TURN)('%s cannot be said', (_, state, answer) => {
  expect(afterAnswer(state, size, answer)).toBeUndefined();
});

test('a file ends once, closes its source, and a whole one tells that all of it is there', () => {
  const log: unknown[] = [];
  const source = {
    id: 'a',
    name: 'film.mp4',
    size: BYTES,
    version: '1',
    read: async () => new Uint8Array(),
    close: () => log.push('closed'),
  };
  const outgoing = createOutgoingFile(0, source, {
    progress: (bytes) => log.push(bytes),
    ended: (end) => log.push(end),
  });
  outgoing.finish('done');
  outgoing.finish('broken');
  expect([log, outgoing.end()]).toEqual([['closed', BYTES, 'done'], 'done']);
});
