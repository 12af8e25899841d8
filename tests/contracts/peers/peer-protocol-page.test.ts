/** What docs/peer-protocol.md shows is what the peer server does. */
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  FILE_CHANNEL,
  frameTypeOf,
  HANG_UP,
  PEER_OPEN_MS,
  PEER_PURPOSES,
  peerPayloadSchema,
} from '#protocol/peer/peer-payload.ts';
import {
  MAX_PEER_FRAME_BYTES,
  PEER_CLOSE,
  PEER_HOLD_MS,
  PEER_SILENCE_MS,
  PEER_SOCKET_LIFETIME_MS,
  PEER_TICKET_LIFETIME_MS,
} from '#protocol/peer/peer-signalling.ts';
import { MAX_MESSAGE_BYTES } from '#protocol/transfer/channel.ts';
import { sha256, toHex } from '#protocol/transfer/digest.ts';
import { FRAME_HEADER_BYTES, parseFrame } from '#protocol/transfer/frames.ts';
import { WINDOW_CHUNKS } from '#protocol/transfer/send-file.ts';
import { CHUNK_BYTES, TRANSFER_ENDS } from '#protocol/transfer/transfer.ts';
import { PEER_LIMITS } from '../../../server/peer/peer-limits.ts';
import { PEER_SCHEMAS } from '../../support/wire/peer-schemas.ts';
import { schemaFields } from '../../support/wire/schema-fields.ts';
import { playTransfer } from '../../support/wire/transfer-pair.ts';
import { startPeers } from './peer-harness.ts';

const page = await readFile(new URL('../../../docs/peer-protocol.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/^```(json|hex) title="([^":]+): ([^"]+)"\n([\s\S]*?)^```/gm)].map(
  ([, language, kind = '', place = '', text = '']) => ({
    kind,
    place,
    isBytes: language === 'hex',
    value:
      language === 'hex' ? Uint8Array.from(Buffer.from(text.replace(/\s/g, ''), 'hex')) : JSON.parse(text),
  }),
);
const said = examples.filter(({ isBytes }) => !isBytes);
const schemas: Record<string, v.GenericSchema> = PEER_SCHEMAS;
/** The second column of a table, by the first. */
const column = (heading: string, at = 1) => {
  const [, table = ''] = page.split(new RegExp(`^\\| ${heading} .*\\n.*\\n`, 'm'));
  const rows = (/^(?:\|.*\|\n)+/.exec(table)?.[0] ?? '').trim().split('\n');
  return rows
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .map((cells) => [cells[1], cells[at + 1]]);
};

describe('docs/peer-protocol.md', () => {
  it.each(said)('shows a right $kind: $place', ({ kind, value }) => {
    const schema = schemas[kind.replace(/ \d$/, '')];
    if (!schema) throw new Error(`no schema for ${kind}`);
    // Equal, because the schemas leave out what they do not know.
    expect(v.parse(schema, value)).toEqual(value);
  });

  it('shows every type of request and of frame', () => {
    const shown = (kind: string) =>
      new Set(examples.filter((each) => each.kind.startsWith(kind)).map(({ value }) => value.type));
    expect(shown('request')).toEqual(new Set(['HEARTBEAT', 'OFFER', 'ANSWER', 'CANDIDATE', 'LEAVE']));
    expect(shown('frame')).toEqual(
      new Set(['OPEN', 'ERROR', 'ID-TAKEN', 'OFFER', 'ANSWER', 'CANDIDATE', 'LEAVE', 'EXPIRE']),
    );
  });

  it('has a worked exchange that goes as it says', async () => {
    const test = await startPeers();
    try {
      const { tutor, device } = await test.pair();
      const real: Record<string, string> = { a: tutor.peerId, d: device.peerId };
      const withIds = (value: object) =>
        JSON.parse(JSON.stringify(value).replace(/"([ad])\1{63}"/g, (_, letter) => `"${real[letter]}"`));
      const steps = examples.filter(({ kind }) => /^request \d/.test(kind));
      expect(steps).toHaveLength(4);
      // Whom the page speaks of, and whom the server knows here.
      const people: Record<string, string> = { 't-anna': 'tina', 'c-31': 'ann-pc' };
      for (const { kind, place, value } of steps) {
        const frame = examples.find((each) => each.kind === kind.replace('request', 'frame'));
        const [from, to] = place === 'from the device' ? [device, tutor] : [tutor, device];
        from.say(withIds(value));
        const { sender, ...expected } = withIds(frame?.value);
        const known = sender && { sender: { ...sender, id: people[sender.id] } };
        expect(await to.next()).toEqual({ ...expected, ...known });
      }
    } finally {
      await test.stop();
    }
  });

  it('shows payloads as peers read them, each in the frame that it travels in', () => {
    const signals = said.filter(({ value }) => ['OFFER', 'ANSWER', 'CANDIDATE'].includes(value.type));
    expect(signals).toHaveLength(6);
    for (const { value } of signals) {
      const payload = v.parse(peerPayloadSchema, value.payload);
      expect(payload).toEqual(value.payload);
      expect(frameTypeOf(payload.signal)).toBe(value.type);
    }
    const hangUp = said.find(({ place }) => place === 'in a frame of type CANDIDATE, from the tutor');
    expect(hangUp?.value.signal).toEqual({ type: HANG_UP });
    expect(frameTypeOf(hangUp?.value.signal)).toBe('CANDIDATE');
  });

  it('describes every field of a payload, and every purpose', () => {
    const fields = schemaFields(peerPayloadSchema).map(({ path, optional, value }) => [
      optional ? `${path}?` : path,
      value,
    ]);
    const plain = (cell = '') => cell.replaceAll('`', '');
    expect(column('`payload`').map((cells) => cells.map(plain))).toEqual(fields);
    expect(column('purpose').map(([name]) => name)).toEqual(PEER_PURPOSES.map((name) => `\`${name}\``));
  });

  it('has a worked transfer that is what the engine says', async () => {
    const steps = examples.filter(({ kind }) => /^transfer \d/.test(kind));
    const bytes = new TextEncoder().encode('hello');
    const { id, name, version } = steps[0]?.value ?? {};
    const { messages, ends, received } = await playTransfer({ id, name, version, bytes });
    expect(messages).toEqual(
      steps.map(({ place, value, isBytes }) => [
        place === 'from the sender' ? 'sender' : 'receiver',
        isBytes ? value : JSON.parse(JSON.stringify(value)),
      ]),
    );
    expect(ends).toEqual({ sender: 'done', receiver: 'done' });
    expect(received).toEqual(bytes);
  });

  it('shows every message of a transfer, a frame and how digests are made', async () => {
    const types = controlTypes();
    const shown = new Set(
      said.filter(({ kind }) => kind.startsWith('transfer')).map(({ value }) => value.type),
    );
    expect(shown).toEqual(new Set(types));
    const frame = examples.find(({ isBytes }) => isBytes)?.value;
    expect(parseFrame(frame)).toMatchObject({ file: 0, chunk: 0, offset: 0, length: 5 });
    const whole = said.find(({ value }) => value.type === 'end')?.value.digest;
    const chunk = await sha256(new TextEncoder().encode('hello'));
    expect(said.find(({ value }) => value.type === 'chunk')?.value.digest).toBe(toHex(chunk));
    expect(whole).toBe(toHex(await sha256(chunk)));
    expect(column('transfer ends as').map(([end]) => end)).toEqual(TRANSFER_ENDS.map((end) => `\`${end}\``));
  });

  it('gives the numbers of a transfer that the code has', () => {
    const text = page.replace(/\s+/g, ' ');
    for (const sentence of [
      `**chunks** of ${CHUNK_BYTES} bytes`,
      `the label \`${FILE_CHANNEL.label}\` and the id ${FILE_CHANNEL.id}`,
      `a header of ${FRAME_HEADER_BYTES} bytes`,
      `nor than ${MAX_MESSAGE_BYTES} bytes`,
      `No more than ${WINDOW_CHUNKS} chunks are unacknowledged`,
      `not open after ${PEER_OPEN_MS / 1_000} s has failed`,
    ])
      expect(text).toContain(sentence);
  });

  it('gives the numbers that the code has', () => {
    const { framesPerMinute, socketsPerSubject } = PEER_LIMITS;
    expect(Object.fromEntries(column('number'))).toEqual({
      ticket: `${PEER_TICKET_LIFETIME_MS / 1_000} s`,
      silence: `${PEER_SILENCE_MS / 1_000} s`,
      'life of a socket': `${PEER_SOCKET_LIFETIME_MS / 3_600_000} h`,
      'wait for a peer': `${PEER_HOLD_MS / 1_000} s`,
      frame: `${MAX_PEER_FRAME_BYTES / 1024} KiB`,
      'frames of a tutor': String(framesPerMinute.tutor),
      'frames of a device': String(framesPerMinute.device),
      'sockets of a tutor': String(socketsPerSubject.tutor),
      'sockets of a device': String(socketsPerSubject.device),
    });
    const codes = column('close code').map(([code]) => Number(code));
    expect(codes).toEqual([...Object.values(PEER_CLOSE), 1001]);
  });
});

/** Of a variant, whose arms carry their literal. */
function controlTypes(): string[] {
  return PEER_SCHEMAS.transfer.options.map(({ entries }) => entries.type.literal);
}
