/** What docs/peer-protocol.md shows is what the peer server does. */
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  MAX_PEER_FRAME_BYTES,
  PEER_CLOSE,
  PEER_HOLD_MS,
  PEER_SILENCE_MS,
  PEER_SOCKET_LIFETIME_MS,
  PEER_TICKET_LIFETIME_MS,
  peerFrameSchema,
  peerRequestSchema,
  peerTicketBodySchema,
  peerTicketSchema,
} from '#protocol/peer-signalling.ts';
import { PEER_LIMITS } from '../../server/peer/peer-server.ts';
import { startPeers } from './peer-harness.ts';

const page = await readFile(new URL('../../docs/peer-protocol.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/^```json title="([^":]+): ([^"]+)"\n([\s\S]*?)^```/gm)].map(
  ([, kind = '', place = '', json = '']) => ({ kind, place, value: JSON.parse(json) }),
);
const schemas: Record<string, v.GenericSchema> = {
  ticket: peerTicketSchema,
  'ticket body': peerTicketBodySchema,
  request: peerRequestSchema,
  frame: peerFrameSchema,
};
/** The second column of a table, by the first. */
const column = (heading: string, at = 1) => {
  const [, table = ''] = page.split(new RegExp(`^\\| ${heading} .*\\n.*\\n`, 'm'));
  const rows = (/^(?:\|.*\|\n)+/.exec(table)?.[0] ?? '').trim().split('\n');
  return rows
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .map((cells) => [cells[1], cells[at + 1]]);
};

describe('docs/peer-protocol.md', () => {
  it.each(examples)('shows a right $kind: $place', ({ kind, value }) => {
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
      for (const { kind, place, value } of steps) {
        const frame = examples.find((each) => each.kind === kind.replace('request', 'frame'));
        const [from, to] = place === 'from the device' ? [device, tutor] : [tutor, device];
        from.say(withIds(value));
        expect(await to.next()).toEqual(withIds(frame?.value));
      }
    } finally {
      await test.stop();
    }
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
